// polled_while_exposed.c with its advice applied.
#define MENDED
#include "polled_while_exposed.c"
