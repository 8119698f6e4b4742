// all_targets.c with its advice applied.
#define MENDED
#include "all_targets.c"
