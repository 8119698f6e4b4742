// The second get comes after the unlock.
// finds: outside FP-EPOCH-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  static int got[2];
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Get(&got[0], 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  MPI_Get(&got[1], 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);  // FINDS(outside:get)
  MPI_Win_free(&win);
  return end_mpi();
}
