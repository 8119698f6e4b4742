// What answer_missing.c is told to do.
#define MENDED
#include "answer_missing.c"
