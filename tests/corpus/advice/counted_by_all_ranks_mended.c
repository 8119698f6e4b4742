// What counted_by_all_ranks.c is told to do.
// ranks: 3
#define MENDED
#include "counted_by_all_ranks.c"
