// chunks_at_one_displacement.c with its advice applied.
#define MENDED
#include "chunks_at_one_displacement.c"
