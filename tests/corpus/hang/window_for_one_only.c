// Only one process creates a window; the other one ends.
// finds: missing FP-MATCH-001
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int memory = 0;
  if (rank == 0) {
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(missing)
    MPI_Win_free(&win);
  }
  return end_mpi();
}
