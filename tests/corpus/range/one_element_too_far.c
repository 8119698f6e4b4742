// The last element of the loop is beyond the window.
// finds: range FP-RANGE-001
// says: it begins where the part ends
// says: the last displacement that fits is 3
// says: If the displacement is right, the part of the target needs at least 20 bytes
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i <= 4; i++) MPI_Put(&ranks, 1, MPI_INT, 1, i, 1, MPI_INT, win);  // FINDS(range:put)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
