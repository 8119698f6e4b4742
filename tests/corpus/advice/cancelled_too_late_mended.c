// What cancelled_too_late.c is told to do.
#define MENDED
#include "cancelled_too_late.c"
