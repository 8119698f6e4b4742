// What got_and_added_to.c is told to do.
#define MENDED
#include "got_and_added_to.c"
