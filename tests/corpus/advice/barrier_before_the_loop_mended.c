// What barrier_before_the_loop.c is told to do.
#define MENDED
#include "barrier_before_the_loop.c"
