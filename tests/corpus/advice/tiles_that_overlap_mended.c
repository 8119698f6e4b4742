// What tiles_that_overlap.c is told to do.
// ranks: 3
#define MENDED
#include "tiles_that_overlap.c"
