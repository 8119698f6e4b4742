// one_barrier_for_all_uses.c with its advice applied.
#define MENDED
#include "one_barrier_for_all_uses.c"
