// What flag_that_is_put.c is told to do.
#define MENDED
#include "flag_that_is_put.c"
