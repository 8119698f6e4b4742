// What word_without_null.c is told to do.
#define MENDED
#include "word_without_null.c"
