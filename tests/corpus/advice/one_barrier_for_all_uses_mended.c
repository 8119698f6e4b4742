// What one_barrier_for_all_uses.c is told to do.
#define MENDED
#include "one_barrier_for_all_uses.c"
