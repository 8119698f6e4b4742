// What one_flush_behind_the_loop.c is told to do.
#define MENDED
#include "one_flush_behind_the_loop.c"
