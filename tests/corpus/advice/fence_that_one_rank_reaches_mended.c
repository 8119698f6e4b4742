// What fence_that_one_rank_reaches.c is told to do.
#define MENDED
#include "fence_that_one_rank_reaches.c"
