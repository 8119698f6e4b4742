// fence_of_the_next_round.c with its advice applied.
#define MENDED
#include "fence_of_the_next_round.c"
