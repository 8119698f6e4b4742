// What put_and_got_again.c is told to do.
#define MENDED
#include "put_and_got_again.c"
