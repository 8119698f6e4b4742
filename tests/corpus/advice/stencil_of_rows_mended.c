// stencil_of_rows.c with its advice applied.
#define MENDED
#include "stencil_of_rows.c"
