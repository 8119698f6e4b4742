// two_flags_polled.c with its advice applied.
#define MENDED
#include "two_flags_polled.c"
