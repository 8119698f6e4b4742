// one_window_not_fenced.c with its advice applied.
#define MENDED
#include "one_window_not_fenced.c"
