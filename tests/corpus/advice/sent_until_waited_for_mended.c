// sent_until_waited_for.c with its advice applied.
// ranks: 3
#define MENDED
#include "sent_until_waited_for.c"
