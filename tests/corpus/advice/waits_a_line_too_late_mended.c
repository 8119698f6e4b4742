// What waits_a_line_too_late.c is told to do.
#define MENDED
#include "waits_a_line_too_late.c"
