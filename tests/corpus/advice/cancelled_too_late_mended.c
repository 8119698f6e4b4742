// cancelled_too_late.c with its advice applied.
#define MENDED
#include "cancelled_too_late.c"
