// read_by_a_function_before_the_fence.c with its advice applied.
#define MENDED
#include "read_by_a_function_before_the_fence.c"
