// read_atomically_beside_same_op.c with its advice applied.
#define MENDED
#include "read_atomically_beside_same_op.c"
