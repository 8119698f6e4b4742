// The fence that ends the epoch is there: nothing that followed from it is left.
#define MENDED
#include "one_fence_for_a_promise.c"
