// barrier_of_other_ranks.c with its advice applied.
// ranks: 4
#define MENDED
#include "barrier_of_other_ranks.c"
