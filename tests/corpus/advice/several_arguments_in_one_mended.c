// What several_arguments_in_one.c is told to do.
#define MENDED
#include "several_arguments_in_one.c"
