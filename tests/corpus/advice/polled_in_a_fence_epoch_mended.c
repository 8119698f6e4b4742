// What polled_in_a_fence_epoch.c is told to do.
#define MENDED
#include "polled_in_a_fence_epoch.c"
