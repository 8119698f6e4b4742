// put_among_accumulates.c with its advice applied.
// ranks: 3
#define MENDED
#include "put_among_accumulates.c"
