// What what_was_read_is_used_before_the_fence.c is told to do.
#define MENDED
#include "what_was_read_is_used_before_the_fence.c"
