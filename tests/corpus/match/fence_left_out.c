// One process leaves out a fence.
// finds: missing FP-MATCH
// says: fix Move MPI_Win_fence at fence_left_out.c:13 out of its condition, so that all ranks call it before MPI_Barrier at fence_left_out.c:14.
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
