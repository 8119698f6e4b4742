// What one_wait_for_all_uses.c is told to do.
#define MENDED
#include "one_wait_for_all_uses.c"
