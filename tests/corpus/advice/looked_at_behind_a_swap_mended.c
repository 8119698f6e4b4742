// looked_at_behind_a_swap.c with its advice applied.
#define MENDED
#include "looked_at_behind_a_swap.c"
