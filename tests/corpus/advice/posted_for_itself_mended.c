// posted_for_itself.c with its advice applied.
#define MENDED
#include "posted_for_itself.c"
