// told_long_ago.c with its advice applied.
#define MENDED
#include "told_long_ago.c"
