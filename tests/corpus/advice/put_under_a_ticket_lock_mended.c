// put_under_a_ticket_lock.c with its advice applied.
// ranks: 3
#define MENDED
#include "put_under_a_ticket_lock.c"
