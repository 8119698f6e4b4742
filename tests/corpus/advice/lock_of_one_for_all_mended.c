// What lock_of_one_for_all.c is told to do.
// ranks: 3
#define MENDED
#include "lock_of_one_for_all.c"
