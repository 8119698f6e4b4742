// Nothing is left of it.
#define MENDED
#include "two_exchanges_not_fenced.c"
