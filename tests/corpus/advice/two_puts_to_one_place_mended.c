// What two_puts_to_one_place.c is told to do.
#define MENDED
#include "two_puts_to_one_place.c"
