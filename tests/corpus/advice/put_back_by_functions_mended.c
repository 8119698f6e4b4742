// What put_back_by_functions.c is told to do.
#define MENDED
#include "put_back_by_functions.c"
