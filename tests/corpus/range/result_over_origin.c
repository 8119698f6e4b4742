// The result of a fetch goes where its operand comes from.
// finds: overlap FP-RANGE-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int x = 1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Fetch_and_op(&x, &x, MPI_INT, 1, 0, MPI_SUM, win);  // FINDS(overlap)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
