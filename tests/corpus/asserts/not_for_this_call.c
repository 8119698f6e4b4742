// MPI_MODE_NOSTORE is not defined for a lock.
// finds: assert FP-ASSERT-009
// says: fix Remove MPI_MODE_NOSTORE from MPI_Win_lock at not_for_this_call.c:11
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, MPI_MODE_NOSTORE, win);  // FINDS(assert)
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
