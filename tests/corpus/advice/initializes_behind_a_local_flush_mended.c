// What initializes_behind_a_local_flush.c is told to do if the put is meant to come first.
#define MENDED
#include "initializes_behind_a_local_flush.c"
