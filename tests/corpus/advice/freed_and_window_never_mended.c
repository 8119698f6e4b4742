// What freed_and_window_never.c is told to do.
#define MENDED
#include "freed_and_window_never.c"
