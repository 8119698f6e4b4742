// looks_outside_the_lock.c with its advice applied.
#define MENDED
#include "looks_outside_the_lock.c"
