// At the edge the neighbour is MPI_PROC_NULL. There is nothing to complete, but a flush is allowed in passive target
// epochs only, whatever its target (12.5.4).
// ranks: 2
// finds: none FP-EPOCH-010
// finds: fence FP-EPOCH-010
// says: Rank 1 calls MPI_Win_flush on the window of MPI_Win_allocate at corpus.h:21, but it holds no lock on the window.
// says: fix Remove MPI_Win_flush_local at flush_of_nobody.c:16, which completes nothing
// says: fix Remove MPI_Win_flush at flush_of_nobody.c:21, for the fence that ends the epoch completes its operations
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  MPI_Win_flush_local(MPI_PROC_NULL, win);  // FINDS(none)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (right == MPI_PROC_NULL) {
    MPI_Put(&ranks, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush(right, win);  // FINDS(fence)
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
