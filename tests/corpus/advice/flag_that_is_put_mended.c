// flag_that_is_put.c with its advice applied.
#define MENDED
#include "flag_that_is_put.c"
