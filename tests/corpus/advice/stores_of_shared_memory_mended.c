// What stores_of_shared_memory.c is told to do.
#define MENDED
#include "stores_of_shared_memory.c"
