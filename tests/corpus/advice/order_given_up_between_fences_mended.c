// order_given_up_between_fences.c with its advice applied.
#define MENDED
#include "order_given_up_between_fences.c"
