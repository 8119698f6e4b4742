// filled_for_the_next_put.c with its advice applied.
#define MENDED
#include "filled_for_the_next_put.c"
