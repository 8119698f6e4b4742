// barrier_that_workers_lack.c with its advice applied.
// ranks: 3
#define MENDED
#include "barrier_that_workers_lack.c"
