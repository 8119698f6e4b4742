// What barrier_between_groups.c is told to do.
// ranks: 4
#define MENDED
#include "barrier_between_groups.c"
