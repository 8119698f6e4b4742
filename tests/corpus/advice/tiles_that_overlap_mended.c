// tiles_that_overlap.c with its advice applied.
// ranks: 3
#define MENDED
#include "tiles_that_overlap.c"
