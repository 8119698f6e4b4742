// one_fence_for_both_sides.c with its advice applied.
#define MENDED
#include "one_fence_for_both_sides.c"
