// Each epoch has several gets.
// near: FP-USE-002
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  int got[4];
  for (int i = 0; rank == 0 && i < 100; i++) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    for (int k = 0; k < 4; k++) MPI_Get(&got[k], 1, MPI_INT, 1, i + 100 * k, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
