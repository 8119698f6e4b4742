// next_round.c with its advice applied.
#define MENDED
#include "next_round.c"
