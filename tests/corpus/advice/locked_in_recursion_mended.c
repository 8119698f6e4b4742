// What locked_in_recursion.c is told to do.
#define MENDED
#include "locked_in_recursion.c"
