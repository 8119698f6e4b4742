// What own_arguments.c is told to do.
#define MENDED
#include "own_arguments.c"
