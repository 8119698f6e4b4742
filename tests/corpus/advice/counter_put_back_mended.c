// What counter_put_back.c is told to do.
#define MENDED
#include "counter_put_back.c"
