// counted_by_all_ranks.c with its advice applied.
// ranks: 3
#define MENDED
#include "counted_by_all_ranks.c"
