// polled_by_a_get.c with its advice applied.
#define MENDED
#include "polled_by_a_get.c"
