// one_lock_for_two_rounds.c with its advice applied.
// ranks: 3
#define MENDED
#include "one_lock_for_two_rounds.c"
