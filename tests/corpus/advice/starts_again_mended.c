// What starts_again.c is told to do.
#define MENDED
#include "starts_again.c"
