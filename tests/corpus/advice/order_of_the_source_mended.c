// What order_of_the_source.c is told to do.
#define MENDED
#include "order_of_the_source.c"
