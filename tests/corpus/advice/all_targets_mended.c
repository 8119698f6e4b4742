// What all_targets.c is told to do.
#define MENDED
#include "all_targets.c"
