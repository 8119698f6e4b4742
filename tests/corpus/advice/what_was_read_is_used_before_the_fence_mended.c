// what_was_read_is_used_before_the_fence.c with its advice applied.
#define MENDED
#include "what_was_read_is_used_before_the_fence.c"
