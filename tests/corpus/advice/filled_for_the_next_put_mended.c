// What filled_for_the_next_put.c is told to do.
#define MENDED
#include "filled_for_the_next_put.c"
