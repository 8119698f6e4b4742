// What stored_by_a_function.c is told to do.
#define MENDED
#include "stored_by_a_function.c"
