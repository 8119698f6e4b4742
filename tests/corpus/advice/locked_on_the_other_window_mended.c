// The lock names the window of the get.
#define MENDED
#include "locked_on_the_other_window.c"
