// What pieces_that_overlap.c is told to do.
#define MENDED
#include "pieces_that_overlap.c"
