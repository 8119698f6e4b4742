// flag_that_is_there_at_once.c with its advice applied.
#define MENDED
#include "flag_that_is_there_at_once.c"
