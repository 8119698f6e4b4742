// waits_long_behind_its_flag.c with its advice applied.
#define MENDED
#include "waits_long_behind_its_flag.c"
