// started_together.c with its advice applied.
// ranks: 3
#define MENDED
#include "started_together.c"
