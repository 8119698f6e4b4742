// request_kept_in_a_slot.c with its advice applied.
#define MENDED
#include "request_kept_in_a_slot.c"
