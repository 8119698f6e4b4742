// What fence_between.c is told to do.
#define MENDED
#include "fence_between.c"
