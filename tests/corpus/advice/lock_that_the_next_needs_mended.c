// lock_that_the_next_needs.c with its advice applied.
#define MENDED
#include "lock_that_the_next_needs.c"
