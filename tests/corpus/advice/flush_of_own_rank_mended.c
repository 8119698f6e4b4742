// What flush_of_own_rank.c is told to do.
// ranks: 3
#define MENDED
#include "flush_of_own_rank.c"
