// What waited_for_behind_the_load.c is told to do.
#define MENDED
#include "waited_for_behind_the_load.c"
