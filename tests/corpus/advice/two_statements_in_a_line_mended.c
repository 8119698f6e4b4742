// What two_statements_in_a_line.c is told to do.
#define MENDED
#include "two_statements_in_a_line.c"
