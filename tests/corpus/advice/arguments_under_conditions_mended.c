// What arguments_under_conditions.c is told to do.
#define MENDED
#include "arguments_under_conditions.c"
