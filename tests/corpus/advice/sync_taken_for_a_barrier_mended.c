// What sync_taken_for_a_barrier.c is told to do.
#define MENDED
#include "sync_taken_for_a_barrier.c"
