// arguments_under_conditions.c with its advice applied.
#define MENDED
#include "arguments_under_conditions.c"
