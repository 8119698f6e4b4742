// Each of many small puts has a flush of its own.
// finds: flush FP-USE-001
// says: % of the run
// options: --transport messages --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  MPI_Win_lock_all(0, win);
  for (int i = 0; rank == 0 && i < 100; i++) {
    MPI_Put(&ranks, 1, MPI_INT, 1, 3 * i, 1, MPI_INT, win);
    MPI_Win_flush(1, win);  // FINDS(flush)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
