// What polled_without_a_lock.c is told to do.
#define MENDED
#include "polled_without_a_lock.c"
