// What waits_long_behind_its_flag.c is told to do.
#define MENDED
#include "waits_long_behind_its_flag.c"
