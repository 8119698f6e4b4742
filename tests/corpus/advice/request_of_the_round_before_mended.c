// request_of_the_round_before.c with its advice applied.
#define MENDED
#include "request_of_the_round_before.c"
