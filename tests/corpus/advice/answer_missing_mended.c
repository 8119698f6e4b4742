// answer_missing.c with its advice applied.
#define MENDED
#include "answer_missing.c"
