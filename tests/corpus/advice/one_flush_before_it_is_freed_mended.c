// What one_flush_before_it_is_freed.c is told to do.
#define MENDED
#include "one_flush_before_it_is_freed.c"
