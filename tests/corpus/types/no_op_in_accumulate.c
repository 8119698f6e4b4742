// MPI_NO_OP is for the fetching operations only.
// finds: op FP-TYPE-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win);  // FINDS(op)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
