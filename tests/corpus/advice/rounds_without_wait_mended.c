// rounds_without_wait.c with its advice applied.
#define MENDED
#include "rounds_without_wait.c"
