// What message_behind_the_put.c is told to do.
#define MENDED
#include "message_behind_the_put.c"
