// put_in_one_round.c with its advice applied.
// ranks: 3
#define MENDED
#include "put_in_one_round.c"
