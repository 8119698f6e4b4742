// given_on_before_it_came.c with its advice applied.
// ranks: 3
#define MENDED
#include "given_on_before_it_came.c"
