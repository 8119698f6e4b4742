// barrier_after_unlock_all.c with its advice applied.
#define MENDED
#include "barrier_after_unlock_all.c"
