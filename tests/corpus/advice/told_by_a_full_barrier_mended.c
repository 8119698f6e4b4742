// What told_by_a_full_barrier.c is told to do.
#define MENDED
#include "told_by_a_full_barrier.c"
