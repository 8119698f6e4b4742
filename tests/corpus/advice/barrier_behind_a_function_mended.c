// What barrier_behind_a_function.c is told to do.
#define MENDED
#include "barrier_behind_a_function.c"
