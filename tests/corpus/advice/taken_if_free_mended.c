// What taken_if_free.c is told to do.
#define MENDED
#include "taken_if_free.c"
