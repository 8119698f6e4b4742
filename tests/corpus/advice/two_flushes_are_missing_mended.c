// What two_flushes_are_missing.c is told to do.
#define MENDED
#include "two_flushes_are_missing.c"
