// The fence epoch with the put is still open at the lock. A fence closes it on all ranks, or on none.
// finds: overlap FP-EPOCH-003
// says: fix Call MPI_Win_fence(0, win) on all ranks between MPI_Put at lock_behind_fence_operation.c:12 and MPI_Win_lock
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 1;
  start_mpi();
  make_window(&win, 4);
  // clang-format off
  MPI_Win_fence(0, win); if (rank == 1) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  // clang-format on
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);  // FINDS(overlap)
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
