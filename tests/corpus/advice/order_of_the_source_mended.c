// order_of_the_source.c with its advice applied.
#define MENDED
#include "order_of_the_source.c"
