// counter_that_is_got.c with its advice applied.
#define MENDED
#include "counter_that_is_got.c"
