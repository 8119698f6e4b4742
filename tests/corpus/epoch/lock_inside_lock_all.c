// A single lock while lock_all is open.
// finds: twice FP-EPOCH-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(twice)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
