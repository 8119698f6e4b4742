// Bitwise operations are not defined for floating point.
// finds: op FP-TYPE-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  static double value = 1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, MPI_BOR, win);  // FINDS(op)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
