// What flag_initialized_too_late.c is told to do.
#define MENDED
#include "flag_initialized_too_late.c"
