// The window is freed while it is locked.
// finds: open FP-EPOCH-013
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(open)
  MPI_Win_free(&win);  // FINDS(open)
  return end_mpi();
}
