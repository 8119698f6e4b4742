// What event_under_unchecked_lock.c is told to do.
#define MENDED
#include "event_under_unchecked_lock.c"
