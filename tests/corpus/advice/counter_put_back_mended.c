// counter_put_back.c with its advice applied.
#define MENDED
#include "counter_put_back.c"
