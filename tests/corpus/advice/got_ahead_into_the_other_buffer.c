// got_ahead_into_the_same_buffer.c with its advice applied.
#define MENDED
#define NEXT(i) (((i) + 1) % 2)
#include "got_ahead_into_the_same_buffer.c"
