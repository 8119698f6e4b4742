// stores_of_shared_memory.c with its advice applied.
#define MENDED
#include "stores_of_shared_memory.c"
