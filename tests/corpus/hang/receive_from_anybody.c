// One process waits for a message from anybody, all others are in a barrier.
// ranks: 3
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int token = 0;
  make_window(&win, 1);
  if (rank == 0) MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(cycle)
  MPI_Win_free(&win);
  return end_mpi();
}
