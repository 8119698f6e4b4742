// fence_that_one_rank_reaches.c with its advice applied.
#define MENDED
#include "fence_that_one_rank_reaches.c"
