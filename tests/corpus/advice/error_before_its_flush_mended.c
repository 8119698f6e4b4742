// What error_before_its_flush.c is told to do.
#define MENDED
#include "error_before_its_flush.c"
