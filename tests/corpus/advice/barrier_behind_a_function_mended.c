// barrier_behind_a_function.c with its advice applied.
#define MENDED
#include "barrier_behind_a_function.c"
