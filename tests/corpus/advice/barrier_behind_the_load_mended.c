// What barrier_behind_the_load.c is told to do.
#define MENDED
#include "barrier_behind_the_load.c"
