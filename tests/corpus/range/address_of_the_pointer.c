// The window is made of the pointer, not of the memory that it points to.
// finds: base FP-RANGE-009
// says: fix If memory is a pointer, the memory that it points to is meant: memory, not &memory.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  static double* memory;
  start_mpi();
  MPI_Alloc_mem(2 * sizeof(double), MPI_INFO_NULL, &memory);
  MPI_Win_create(&memory, 2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(base)
  MPI_Win_free(&win);
  MPI_Free_mem(memory);
  return end_mpi();
}
