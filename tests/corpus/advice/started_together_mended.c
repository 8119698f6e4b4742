// What started_together.c is told to do.
// ranks: 3
#define MENDED
#include "started_together.c"
