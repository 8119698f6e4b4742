// fence_between.c with its advice applied.
#define MENDED
#include "fence_between.c"
