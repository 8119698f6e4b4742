// What barrier_of_other_ranks.c is told to do.
// ranks: 4
#define MENDED
#include "barrier_of_other_ranks.c"
