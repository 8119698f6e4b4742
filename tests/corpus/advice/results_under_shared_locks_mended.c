// What results_under_shared_locks.c is told to do.
#define MENDED
#include "results_under_shared_locks.c"
