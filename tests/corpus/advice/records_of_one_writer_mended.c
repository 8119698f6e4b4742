// records_of_one_writer.c with its advice applied.
// ranks: 3
#define MENDED
#include "records_of_one_writer.c"
