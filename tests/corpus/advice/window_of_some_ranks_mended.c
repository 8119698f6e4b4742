// What window_of_some_ranks.c is told to do.
#define MENDED
#include "window_of_some_ranks.c"
