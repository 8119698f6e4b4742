// Some processes create a window, the others allocate one: the calls do not match.
// finds: kinds FP-MATCH-001
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  static int mine[4];
  int* memory;
  start_mpi();
  if (rank == 0) MPI_Win_create(mine, sizeof mine, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(kinds)
  if (rank == 1) MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);     // FINDS(kinds)
  MPI_Win_free(&win);
  return end_mpi();
}
