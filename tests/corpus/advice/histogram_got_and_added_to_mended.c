// What histogram_got_and_added_to.c is told to do.
#define MENDED
#include "histogram_got_and_added_to.c"
