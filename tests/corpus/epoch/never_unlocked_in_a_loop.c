// Each round locks, none unlocks: the lock is already held from the second round on, and open when the window is freed.
// finds: again FP-EPOCH-008
// finds: open FP-EPOCH-013
// says: fix Add MPI_Win_unlock(1, win) after MPI_Win_flush at never_unlocked_in_a_loop.c:16, in the same block as MPI_Win_lock at never_unlocked_in_a_loop.c:14. Tried
// says: 1 finding (1 error), 1 consequence
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 3);
  if (rank == 0) {
    for (int round = 0; round < 3; round++) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(again, open)
      MPI_Put(&ranks, 1, MPI_INT, 1, round, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
    }
  }
  MPI_Win_free(&win);  // FINDS(open)
  return end_mpi();
}
