// What one_flush_for_all_uses.c is told to do.
#define MENDED
#include "one_flush_for_all_uses.c"
