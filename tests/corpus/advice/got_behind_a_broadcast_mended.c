// got_behind_a_broadcast.c with its advice applied.
#define MENDED
#include "got_behind_a_broadcast.c"
