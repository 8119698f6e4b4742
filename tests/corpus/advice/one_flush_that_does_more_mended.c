// one_flush_that_does_more.c with its advice applied.
#define MENDED
#include "one_flush_that_does_more.c"
