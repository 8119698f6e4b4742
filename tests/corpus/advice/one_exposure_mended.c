// one_exposure.c with its advice applied.
// ranks: 3
#define MENDED
#include "one_exposure.c"
