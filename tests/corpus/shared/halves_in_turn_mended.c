// halves_in_turn.c with its advice applied.
// ranks: 3
#define MENDED
#include "halves_in_turn.c"
