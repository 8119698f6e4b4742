// What flag_in_shared_memory.c is told to do.
#define MENDED
#include "flag_in_shared_memory.c"
