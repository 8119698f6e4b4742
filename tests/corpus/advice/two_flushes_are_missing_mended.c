// two_flushes_are_missing.c with its advice applied.
#define MENDED
#include "two_flushes_are_missing.c"
