// What put_made_twice.c is told to do.
#define MENDED
#include "put_made_twice.c"
