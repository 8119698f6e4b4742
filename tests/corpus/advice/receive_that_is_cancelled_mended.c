// What receive_that_is_cancelled.c is told to do.
#define MENDED
#include "receive_that_is_cancelled.c"
