// left_open_of_two_objects.c with its advice applied.
#define MENDED
#include "left_open_of_two_objects.c"
