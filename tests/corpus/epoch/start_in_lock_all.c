// An access epoch of MPI_Win_start inside of lock_all.
// finds: overlap FP-EPOCH-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);  // FINDS(overlap)
    MPI_Win_complete(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
