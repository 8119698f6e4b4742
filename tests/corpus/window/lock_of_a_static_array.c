// A window in a static array is locked: libraries may allow that only for memory of their own.
// options: --strict
// finds: plain FP-WINDOW-013
#include "corpus.h"

int main(void) {
  static int plain[4];
  MPI_Win win;
  start_mpi();
  MPI_Win_create(plain, sizeof plain, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    int got;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(plain)
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
