// freed_and_window_never.c with its advice applied.
#define MENDED
#include "freed_and_window_never.c"
