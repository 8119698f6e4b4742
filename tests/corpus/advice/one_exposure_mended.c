// What one_exposure.c is told to do.
// ranks: 3
#define MENDED
#include "one_exposure.c"
