// The count of a range that ends before it begins.
// finds: count FP-RANGE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int first = 3, last = 1, got[4];
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(got, last - first, MPI_INT, 1, 0, last - first, MPI_INT, win);  // FINDS(count)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
