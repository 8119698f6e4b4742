// initializes_behind_a_local_flush.c with its advice applied, for the case that the put is meant to come first.
#define MENDED
#include "initializes_behind_a_local_flush.c"
