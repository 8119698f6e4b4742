// What told_long_ago.c is told to do.
#define MENDED
#include "told_long_ago.c"
