// What one_message_not_waited_for.c is told to do.
#define MENDED
#include "one_message_not_waited_for.c"
