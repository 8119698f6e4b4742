// polled_in_an_unchecked_epoch.c with its advice applied.
#define MENDED
#include "polled_in_an_unchecked_epoch.c"
