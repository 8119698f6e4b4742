// What one_round_not_waited_for.c is told to do.
#define MENDED
#include "one_round_not_waited_for.c"
