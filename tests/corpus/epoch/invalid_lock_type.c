// A lock type that is none.
// finds: type FP-EPOCH-017
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == 0) MPI_Win_lock(4711, 1, 0, win);  // FINDS(type)
  MPI_Win_free(&win);
  return end_mpi();
}
