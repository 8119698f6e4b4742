// What order_given_up_between_fences.c is told to do.
#define MENDED
#include "order_given_up_between_fences.c"
