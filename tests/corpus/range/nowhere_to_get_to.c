// The origin buffer of a get is null.
// finds: buffer FP-RANGE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int* row = NULL;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(row, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // FINDS(buffer)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
