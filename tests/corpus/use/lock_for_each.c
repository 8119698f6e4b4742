// Each of many gets has an epoch of its own.
// finds: lock FP-USE-002
// says: lock and unlock took
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  int got;
  for (int i = 0; rank == 0 && i < 100; i++) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(lock)
    MPI_Get(&got, 1, MPI_INT, 1, 3 * i, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
