// What one_flush_for_two_puts.c is told to do.
#define MENDED
#include "one_flush_for_two_puts.c"
