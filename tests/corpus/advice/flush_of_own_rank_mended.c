// flush_of_own_rank.c with its advice applied.
// ranks: 3
#define MENDED
#include "flush_of_own_rank.c"
