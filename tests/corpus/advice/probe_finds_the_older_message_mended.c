// What probe_finds_the_older_message.c is told to do.
#define MENDED
#include "probe_finds_the_older_message.c"
