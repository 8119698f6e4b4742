// unlocks_what_is_freed.c with its advice applied.
#define MENDED
#include "unlocks_what_is_freed.c"
