// What put_under_a_ticket_lock.c is told to do.
// ranks: 3
#define MENDED
#include "put_under_a_ticket_lock.c"
