// own_arguments.c with its advice applied.
#define MENDED
#include "own_arguments.c"
