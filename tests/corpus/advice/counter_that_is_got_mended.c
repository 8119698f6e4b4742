// What counter_that_is_got.c is told to do.
#define MENDED
#include "counter_that_is_got.c"
