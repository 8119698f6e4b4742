// Displacements that count doubles, in a window whose unit is a byte: the doubles overlap in part.
// finds: puts FP-RACE-003
// says: The unit has to be 8, or the displacements have to be multiples of 8.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  double* memory;
  start_mpi();
  MPI_Win_allocate(4 * sizeof(double), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const double values[2] = {1, 2};
  MPI_Win_fence(0, win);
  if (rank == 0)
    for (int i = 0; i < 2; i++) MPI_Put(&values[i], 1, MPI_DOUBLE, 1, i, 1, MPI_DOUBLE, win);  // FINDS(puts:put)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
