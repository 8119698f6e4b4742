// One process is in a fence, the other one in a barrier.
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) MPI_Win_fence(0, win);         // FINDS(cycle)
  if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);   // FINDS(cycle)
  MPI_Win_free(&win);
  return end_mpi();
}
