// What broadcast_the_other_way.c is told to do.
#define MENDED
#include "broadcast_the_other_way.c"
