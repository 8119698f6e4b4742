// locked_in_recursion.c with its advice applied.
#define MENDED
#include "locked_in_recursion.c"
