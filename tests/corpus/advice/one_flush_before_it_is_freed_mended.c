// one_flush_before_it_is_freed.c with its advice applied.
#define MENDED
#include "one_flush_before_it_is_freed.c"
