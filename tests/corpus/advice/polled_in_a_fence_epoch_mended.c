// polled_in_a_fence_epoch.c with its advice applied.
#define MENDED
#include "polled_in_a_fence_epoch.c"
