// broadcast_the_other_way.c with its advice applied.
#define MENDED
#include "broadcast_the_other_way.c"
