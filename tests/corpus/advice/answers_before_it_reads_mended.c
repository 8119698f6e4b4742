// What answers_before_it_reads.c is told to do.
#define MENDED
#include "answers_before_it_reads.c"
