// one_flush_in_a_loop.c with its advice applied.
#define MENDED
#include "one_flush_in_a_loop.c"
