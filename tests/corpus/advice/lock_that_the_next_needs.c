// A put misses the lock of its target, and the next operation needs the lock that is held: another target for that lock
// would only move the mistake.
// finds: target FP-EPOCH-002
// says: after it; or MPI_Win_lock_all(0, win) has to open the epoch in place of MPI_Win_lock at lock_that_the_next_needs.c:15,
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  if (rank == 0) {
#ifdef MENDED
    MPI_Win_lock_all(0, win);
#else
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#endif
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(target:put)
    MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
#ifdef MENDED
    MPI_Win_unlock_all(win);
#else
    MPI_Win_unlock(0, win);
#endif
  }
  MPI_Win_free(&win);
  (void)memory;
  return end_mpi();
}
