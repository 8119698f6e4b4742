// What barrier_that_workers_lack.c is told to do.
// ranks: 3
#define MENDED
#include "barrier_that_workers_lack.c"
