// posted_twice.c with its advice applied.
#define MENDED
#include "posted_twice.c"
