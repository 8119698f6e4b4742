// One process probes for a message, the other one is in a reduction.
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int sum = 0;
  make_window(&win, 1);
  if (rank == 0) MPI_Probe(1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);    // FINDS(cycle)
  MPI_Win_free(&win);
  return end_mpi();
}
