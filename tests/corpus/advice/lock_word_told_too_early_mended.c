// What lock_word_told_too_early.c is told to do.
#define MENDED
#include "lock_word_told_too_early.c"
