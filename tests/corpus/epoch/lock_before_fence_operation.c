// A lock epoch lies within the fence epoch, whose only operation comes after it.
// finds: overlap FP-EPOCH-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int a = 0, b = 0;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(overlap)
    MPI_Get(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(overlap)
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
