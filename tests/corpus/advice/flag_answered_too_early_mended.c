// flag_answered_too_early.c with its advice applied.
#define MENDED
#include "flag_answered_too_early.c"
