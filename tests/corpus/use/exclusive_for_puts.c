// Exclusive locks around gets and a put: they are needed.
// near: FP-USE-005
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  int got;
  for (int i = 0; i < 20; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, i, 1, MPI_INT, win);
    if (i == 7) MPI_Put(&ranks, 1, MPI_INT, 1, 40, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
