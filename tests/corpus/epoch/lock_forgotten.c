// The lock was forgotten: the put, the flush and the unlock that follow are one mistake; the next round has its lock.
// finds: outside FP-EPOCH-001
// says: fix Take MPI_Win_lock at lock_forgotten.c:12 out of its condition: where that is false, nothing opens the epoch that MPI_Win_unlock at lock_forgotten.c:15 closes. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    for (int round = 0; round < 2; round++) {
      if (round > 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(outside:put)
      MPI_Win_flush(1, win);                               // FINDS(outside)
      MPI_Win_unlock(1, win);                              // FINDS(outside)
    }
  }
  MPI_Win_free(&win);
  return end_mpi();
}
