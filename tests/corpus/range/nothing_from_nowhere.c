// Null buffers and empty ranges where there is nothing to move.
// near: FP-RANGE-005 FP-WINDOW-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int* row = NULL;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(row, 0, MPI_INT, 1, 4, 0, MPI_INT, win);
    MPI_Put(row, 0, MPI_INT, 1, 0, 0, MPI_INT, win);
    MPI_Accumulate(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, 0, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
