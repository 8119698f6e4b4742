// A target rank that the window's group does not have.
// finds: rank FP-RANGE-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, ranks, 0, 1, MPI_INT, win);  // FINDS(rank:put)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
