// What put_among_accumulates.c is told to do.
// ranks: 3
#define MENDED
#include "put_among_accumulates.c"
