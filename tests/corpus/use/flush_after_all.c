// Many small puts to scattered places, and one flush.
// near: FP-USE-001
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  MPI_Win_lock_all(0, win);
  for (int i = 0; rank == 0 && i < 100; i++) MPI_Put(&ranks, 1, MPI_INT, 1, 3 * i, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
