// What unlocks_what_is_freed.c is told to do.
#define MENDED
#include "unlocks_what_is_freed.c"
