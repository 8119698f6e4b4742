// What send_that_waits_for_nobody.c is told to do.
#define MENDED
#include "send_that_waits_for_nobody.c"
