// event_under_unchecked_lock.c with its advice applied.
#define MENDED
#include "event_under_unchecked_lock.c"
