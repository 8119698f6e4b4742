// message_behind_the_put.c with its advice applied.
#define MENDED
#include "message_behind_the_put.c"
