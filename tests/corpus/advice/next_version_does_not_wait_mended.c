// next_version_does_not_wait.c with its advice applied.
// ranks: 3
#define MENDED
#include "next_version_does_not_wait.c"
