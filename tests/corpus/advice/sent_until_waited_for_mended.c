// What sent_until_waited_for.c is told to do.
// ranks: 3
#define MENDED
#include "sent_until_waited_for.c"
