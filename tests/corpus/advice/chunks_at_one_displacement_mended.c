// What chunks_at_one_displacement.c is told to do.
#define MENDED
#include "chunks_at_one_displacement.c"
