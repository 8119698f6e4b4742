// fence_that_clients_lack.c with its advice applied.
// ranks: 3
#define MENDED
#include "fence_that_clients_lack.c"
