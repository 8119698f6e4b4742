// two_statements_in_a_line.c with its advice applied.
#define MENDED
#include "two_statements_in_a_line.c"
