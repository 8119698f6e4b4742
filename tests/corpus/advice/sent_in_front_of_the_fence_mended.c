// What sent_in_front_of_the_fence.c is told to do.
#define MENDED
#include "sent_in_front_of_the_fence.c"
