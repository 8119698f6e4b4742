// What flag_that_is_there_at_once.c is told to do.
#define MENDED
#include "flag_that_is_there_at_once.c"
