// stored_by_a_function.c with its advice applied.
#define MENDED
#include "stored_by_a_function.c"
