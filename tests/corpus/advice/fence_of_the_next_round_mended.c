// What fence_of_the_next_round.c is told to do.
#define MENDED
#include "fence_of_the_next_round.c"
