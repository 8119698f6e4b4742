// What request_of_the_round_before.c is told to do.
#define MENDED
#include "request_of_the_round_before.c"
