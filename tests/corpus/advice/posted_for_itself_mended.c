// What posted_for_itself.c is told to do.
#define MENDED
#include "posted_for_itself.c"
