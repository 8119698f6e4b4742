// one_flush_for_two_puts.c with its advice applied.
#define MENDED
#include "one_flush_for_two_puts.c"
