// What polled_in_an_unchecked_epoch.c is told to do.
#define MENDED
#include "polled_in_an_unchecked_epoch.c"
