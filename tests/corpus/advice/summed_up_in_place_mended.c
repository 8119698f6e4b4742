// What summed_up_in_place.c is told to do.
#define MENDED
#include "summed_up_in_place.c"
