// flushed_twice_locally.c with its advice applied.
#define MENDED
#include "flushed_twice_locally.c"
