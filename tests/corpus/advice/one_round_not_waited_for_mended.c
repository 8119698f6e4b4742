// one_round_not_waited_for.c with its advice applied.
#define MENDED
#include "one_round_not_waited_for.c"
