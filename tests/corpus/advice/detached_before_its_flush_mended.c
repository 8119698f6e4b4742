// What detached_before_its_flush.c is told to do.
#define MENDED
#include "detached_before_its_flush.c"
