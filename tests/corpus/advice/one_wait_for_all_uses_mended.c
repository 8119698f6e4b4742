// one_wait_for_all_uses.c with its advice applied.
#define MENDED
#include "one_wait_for_all_uses.c"
