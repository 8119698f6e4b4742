// detached_before_its_flush.c with its advice applied.
#define MENDED
#include "detached_before_its_flush.c"
