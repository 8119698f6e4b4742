// What looks_outside_the_lock.c is told to do.
#define MENDED
#include "looks_outside_the_lock.c"
