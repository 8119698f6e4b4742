// What one_fence_for_both_sides.c is told to do.
#define MENDED
#include "one_fence_for_both_sides.c"
