// What read_atomically_beside_same_op.c is told to do.
#define MENDED
#include "read_atomically_beside_same_op.c"
