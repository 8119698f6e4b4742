// frees_a_cell_before_it_is_read.c with its advice applied.
#define MENDED
#include "frees_a_cell_before_it_is_read.c"
