// What left_open_of_two_objects.c is told to do.
#define MENDED
#include "left_open_of_two_objects.c"
