// barrier_between_groups.c with its advice applied.
// ranks: 4
#define MENDED
#include "barrier_between_groups.c"
