// Everybody receives from the left before sending to the right.
// ranks: 3
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks, token = rank;
  make_window(&win, 1);
  MPI_Recv(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
  MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
