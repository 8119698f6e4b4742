// locked_again_in_a_query.c with its advice applied.
#define MENDED
#include "locked_again_in_a_query.c"
