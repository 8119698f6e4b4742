// What polled_while_exposed.c is told to do.
#define MENDED
#include "polled_while_exposed.c"
