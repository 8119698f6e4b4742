// Nothing is left of it.
#define MENDED
#include "walked_without_a_flush.c"
