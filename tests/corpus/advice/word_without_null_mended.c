// word_without_null.c with its advice applied.
#define MENDED
#include "word_without_null.c"
