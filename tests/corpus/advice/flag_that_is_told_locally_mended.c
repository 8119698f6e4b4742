// What flag_that_is_told_locally.c is told to do.
#define MENDED
#include "flag_that_is_told_locally.c"
