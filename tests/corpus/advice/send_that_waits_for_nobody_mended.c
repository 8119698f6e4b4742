// send_that_waits_for_nobody.c with its advice applied.
#define MENDED
#include "send_that_waits_for_nobody.c"
