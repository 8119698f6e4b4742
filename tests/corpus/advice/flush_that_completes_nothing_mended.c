// What flush_that_completes_nothing.c is told to do.
#define MENDED
#include "flush_that_completes_nothing.c"
