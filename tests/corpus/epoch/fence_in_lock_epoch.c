// A fence while a lock is held.
// finds: overlap FP-EPOCH-003
// says: fix Move MPI_Win_unlock at fence_in_lock_epoch.c:12 before MPI_Win_fence at fence_in_lock_epoch.c:11. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Win_fence(0, win);  // FINDS(overlap)
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
