// What fence_that_clients_lack.c is told to do.
// ranks: 3
#define MENDED
#include "fence_that_clients_lack.c"
