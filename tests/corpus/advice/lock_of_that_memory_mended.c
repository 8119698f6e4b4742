// lock_of_that_memory.c with its advice applied.
#define MENDED
#include "lock_of_that_memory.c"
