// What return_before_its_flush.c is told to do.
#define MENDED
#include "return_before_its_flush.c"
