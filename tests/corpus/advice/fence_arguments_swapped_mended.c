// fence_arguments_swapped.c with its advice applied.
// mpi: mpich
#define MENDED
#include "fence_arguments_swapped.c"
