// Compare-and-swap is not for floating point.
// finds: type FP-TYPE-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  static double fresh = 1, expected, found;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Compare_and_swap(&fresh, &expected, &found, MPI_DOUBLE, 1, 0, win);  // FINDS(type)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
