// What reduced_into_behind_unlock.c is told to do.
#define MENDED
#include "reduced_into_behind_unlock.c"
