// What table_without_flush.c is told to do.
#define MENDED
#include "table_without_flush.c"
