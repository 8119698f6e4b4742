// flag_in_shared_memory.c with its advice applied.
#define MENDED
#include "flag_in_shared_memory.c"
