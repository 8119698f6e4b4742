// What given_on_before_it_came.c is told to do.
// ranks: 3
#define MENDED
#include "given_on_before_it_came.c"
