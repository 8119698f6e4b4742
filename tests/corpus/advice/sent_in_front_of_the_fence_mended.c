// sent_in_front_of_the_fence.c with its advice applied.
#define MENDED
#include "sent_in_front_of_the_fence.c"
