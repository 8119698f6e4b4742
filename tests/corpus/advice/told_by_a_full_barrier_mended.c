// told_by_a_full_barrier.c with its advice applied.
#define MENDED
#include "told_by_a_full_barrier.c"
