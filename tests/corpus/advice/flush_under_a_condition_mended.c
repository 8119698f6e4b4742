// flush_under_a_condition.c with its advice applied.
#define MENDED
#include "flush_under_a_condition.c"
