// What window_of_the_step_before.c is told to do.
#define MENDED
#include "window_of_the_step_before.c"
