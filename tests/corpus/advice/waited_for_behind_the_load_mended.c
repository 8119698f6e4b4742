// waited_for_behind_the_load.c with its advice applied.
#define MENDED
#include "waited_for_behind_the_load.c"
