// Both send synchronously before they receive.
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int token = 0;
  make_window(&win, 1);
  MPI_Ssend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);  // FINDS(cycle)
  MPI_Recv(&token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  return end_mpi();
}
