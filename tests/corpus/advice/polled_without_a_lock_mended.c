// polled_without_a_lock.c with its advice applied.
#define MENDED
#include "polled_without_a_lock.c"
