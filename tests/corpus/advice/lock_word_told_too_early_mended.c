// lock_word_told_too_early.c with its advice applied.
#define MENDED
#include "lock_word_told_too_early.c"
