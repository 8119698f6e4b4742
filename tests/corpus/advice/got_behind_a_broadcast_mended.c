// What got_behind_a_broadcast.c is told to do.
#define MENDED
#include "got_behind_a_broadcast.c"
