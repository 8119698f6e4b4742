// stencil_without_its_barrier.c with its advice applied.
#define MENDED
#include "stencil_without_its_barrier.c"
