// waits_a_line_too_late.c with its advice applied.
#define MENDED
#include "waits_a_line_too_late.c"
