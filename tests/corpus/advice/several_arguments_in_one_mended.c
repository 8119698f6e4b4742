// several_arguments_in_one.c with its advice applied.
#define MENDED
#include "several_arguments_in_one.c"
