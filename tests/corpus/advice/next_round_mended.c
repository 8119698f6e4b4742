// What next_round.c is told to do.
#define MENDED
#include "next_round.c"
