// initialized_beside_a_lock.c with its advice applied.
#define MENDED
#include "initialized_beside_a_lock.c"
