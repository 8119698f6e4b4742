// What posted_twice.c is told to do.
#define MENDED
#include "posted_twice.c"
