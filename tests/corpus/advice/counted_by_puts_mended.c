// What counted_by_puts.c is told to do.
#define MENDED
#include "counted_by_puts.c"
