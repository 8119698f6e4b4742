// one_message_not_waited_for.c with its advice applied.
#define MENDED
#include "one_message_not_waited_for.c"
