// A fence where the lock should be released: the epoch that stays open is the same mistake.
// finds: overlap FP-EPOCH-003
// finds: open FP-EPOCH-013
// says: and so error FP-EPOCH-013
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(open)
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);  // FINDS(overlap)
  } else {
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);  // FINDS(open)
  return end_mpi();
}
