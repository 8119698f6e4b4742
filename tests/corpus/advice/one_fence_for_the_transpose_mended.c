// What one_fence_for_the_transpose.c is told to do.
#define MENDED
#include "one_fence_for_the_transpose.c"
