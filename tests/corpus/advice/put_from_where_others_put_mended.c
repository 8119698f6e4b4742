// What put_from_where_others_put.c is told to do.
#define MENDED
#include "put_from_where_others_put.c"
