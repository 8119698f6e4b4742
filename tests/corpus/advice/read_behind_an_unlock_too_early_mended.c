// read_behind_an_unlock_too_early.c with its advice applied.
// flags: -pthread
#define MENDED
#include "read_behind_an_unlock_too_early.c"
