// fence_before_a_loop.c with its advice applied.
// ranks: 4
#define MENDED
#include "fence_before_a_loop.c"
