// The result of a fetch goes just beside its operand.
// near: FP-RANGE-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int x[2] = {1, 7};
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Fetch_and_op(&x[0], &x[1], MPI_INT, 1, 0, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
