// receive_that_is_cancelled.c with its advice applied.
#define MENDED
#include "receive_that_is_cancelled.c"
