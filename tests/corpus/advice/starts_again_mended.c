// starts_again.c with its advice applied.
#define MENDED
#include "starts_again.c"
