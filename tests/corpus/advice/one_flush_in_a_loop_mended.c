// What one_flush_in_a_loop.c is told to do.
#define MENDED
#include "one_flush_in_a_loop.c"
