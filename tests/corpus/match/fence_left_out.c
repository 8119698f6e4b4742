// One process leaves out a fence.
// finds: missing FP-MATCH
// says: Call MPI_Win_fence on rank 1 before MPI_Barrier
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  if (rank == 0) MPI_Win_fence(0, win);  // FINDS(missing)
  MPI_Barrier(MPI_COMM_WORLD);           // FINDS(missing)
  MPI_Win_free(&win);
  return end_mpi();
}
