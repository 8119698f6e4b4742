// flush_that_completes_nothing.c with its advice applied.
#define MENDED
#include "flush_that_completes_nothing.c"
