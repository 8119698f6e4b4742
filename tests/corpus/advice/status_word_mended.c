// status_word.c with its advice applied.
// ranks: 3
#define MENDED
#include "status_word.c"
