// barrier_before_the_loop.c with its advice applied.
#define MENDED
#include "barrier_before_the_loop.c"
