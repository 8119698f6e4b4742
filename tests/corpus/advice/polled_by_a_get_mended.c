// What polled_by_a_get.c is told to do.
#define MENDED
#include "polled_by_a_get.c"
