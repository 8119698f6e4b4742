// sync_taken_for_a_barrier.c with its advice applied.
#define MENDED
#include "sync_taken_for_a_barrier.c"
