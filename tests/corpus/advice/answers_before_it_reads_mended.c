// answers_before_it_reads.c with its advice applied.
#define MENDED
#include "answers_before_it_reads.c"
