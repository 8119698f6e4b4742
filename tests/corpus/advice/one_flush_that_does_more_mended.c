// What one_flush_that_does_more.c is told to do.
#define MENDED
#include "one_flush_that_does_more.c"
