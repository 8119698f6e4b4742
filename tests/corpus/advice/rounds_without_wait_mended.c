// What rounds_without_wait.c is told to do.
#define MENDED
#include "rounds_without_wait.c"
