// What read_by_a_function_before_the_fence.c is told to do.
#define MENDED
#include "read_by_a_function_before_the_fence.c"
