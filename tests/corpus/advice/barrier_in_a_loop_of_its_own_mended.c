// barrier_in_a_loop_of_its_own.c with its advice applied.
// ranks: 3
#define MENDED
#include "barrier_in_a_loop_of_its_own.c"
