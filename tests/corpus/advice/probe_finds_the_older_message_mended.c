// probe_finds_the_older_message.c with its advice applied.
#define MENDED
#include "probe_finds_the_older_message.c"
