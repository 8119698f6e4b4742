// The wrong rank is unlocked, so that the lock is still held when the window is freed: that is the same mistake.
// finds: wrong FP-EPOCH-009
// finds: open FP-EPOCH-013
// says: and so error FP-EPOCH-013
// says: fix Call MPI_Win_unlock(1, win) instead of MPI_Win_unlock at unlocked_wrong_rank.c:15. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(open)
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);  // FINDS(wrong)
  }
  MPI_Win_free(&win);  // FINDS(open)
  return end_mpi();
}
