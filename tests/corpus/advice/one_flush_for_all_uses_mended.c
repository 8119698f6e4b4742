// one_flush_for_all_uses.c with its advice applied.
#define MENDED
#include "one_flush_for_all_uses.c"
