// Exclusive locks around gets.
// finds: lock FP-USE-005
// says: they were held for
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  int got[2];
  for (int i = 0; i < 20; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);  // FINDS(lock)
    MPI_Get(&got[0], 1, MPI_INT, 1, i, 1, MPI_INT, win);
    MPI_Get(&got[1], 1, MPI_INT, 1, 2 * i + 40, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
