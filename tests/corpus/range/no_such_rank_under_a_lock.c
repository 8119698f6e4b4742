// A target rank that the window's group does not have is one mistake: that nobody locked it is no second one. Nor does it
// hide what else is wrong with the locks.
// ranks: 2
// finds: put FP-RANGE-003
// finds: flush FP-RANGE-003
// finds: lock FP-RANGE-003
// finds: unlock FP-RANGE-003
// finds: after FP-EPOCH-010
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, ranks, 0, 1, MPI_INT, win);  // FINDS(put:put)
    MPI_Win_flush(ranks, win);                               // FINDS(flush)
    MPI_Win_lock(MPI_LOCK_SHARED, ranks, 0, win);            // FINDS(lock)
    MPI_Win_unlock(ranks, win);                              // FINDS(unlock)
    MPI_Win_unlock(1, win);
    MPI_Win_flush(1, win);  // FINDS(after)
  }
  MPI_Win_free(&win);
  return end_mpi();
}
