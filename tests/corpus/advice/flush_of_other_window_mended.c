// flush_of_other_window.c with its advice applied.
#define MENDED
#include "flush_of_other_window.c"
