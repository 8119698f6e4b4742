// two_puts_to_one_place.c with its advice applied.
#define MENDED
#include "two_puts_to_one_place.c"
