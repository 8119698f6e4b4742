// What never_completed.c is told to do.
#define MENDED
#include "never_completed.c"
