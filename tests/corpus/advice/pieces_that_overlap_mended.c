// pieces_that_overlap.c with its advice applied.
#define MENDED
#include "pieces_that_overlap.c"
