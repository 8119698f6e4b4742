// A flush for a target that is not locked.
// ranks: 3
// finds: flush FP-EPOCH-010
// says: fix Call MPI_Win_flush_local(1, win) instead of MPI_Win_flush_local at flush_of_unlocked_target.c:13. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Win_flush_local(2, win);  // FINDS(flush)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
