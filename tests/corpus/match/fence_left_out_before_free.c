// One process leaves out the last fence and frees the window: the others wait in the fence, and not somewhere behind it.
// ranks: 3
// finds: missing FP-MATCH-002
// says: Ranks 0 and 2 wait in MPI_Win_fence at fence_left_out_before_free.c:14 on the window of MPI_Win_allocate at corpus.h:21, but rank 1 calls MPI_Win_fence less often: it is in MPI_Win_free at fence_left_out_before_free.c:15 already.
// says: fix Move MPI_Win_fence at fence_left_out_before_free.c:14 out of its condition, so that all ranks call it before MPI_Win_free at fence_left_out_before_free.c:15.
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank != 1) MPI_Win_fence(0, win);  // FINDS(missing)
  MPI_Win_free(&win);                    // FINDS(missing)
  return end_mpi();
}
