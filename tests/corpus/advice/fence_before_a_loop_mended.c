// What fence_before_a_loop.c is told to do.
// ranks: 4
#define MENDED
#include "fence_before_a_loop.c"
