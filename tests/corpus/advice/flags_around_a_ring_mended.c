// flags_around_a_ring.c with its advice applied.
#define MENDED
#include "flags_around_a_ring.c"
