// barrier_behind_the_load.c with its advice applied.
#define MENDED
#include "barrier_behind_the_load.c"
