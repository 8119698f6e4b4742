// reduced_into_behind_unlock.c with its advice applied.
#define MENDED
#include "reduced_into_behind_unlock.c"
