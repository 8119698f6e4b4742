// stencil_without_its_barrier.c with its advice applied.
// ranks: 3
#define MENDED
#include "stencil_without_its_barrier.c"
