// What fence_arguments_swapped.c is told to do.
// mpi: mpich
#define MENDED
#include "fence_arguments_swapped.c"
