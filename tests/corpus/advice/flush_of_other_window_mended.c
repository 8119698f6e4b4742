// What flush_of_other_window.c is told to do.
#define MENDED
#include "flush_of_other_window.c"
