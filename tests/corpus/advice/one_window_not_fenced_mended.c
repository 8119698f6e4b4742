// What one_window_not_fenced.c is told to do.
#define MENDED
#include "one_window_not_fenced.c"
