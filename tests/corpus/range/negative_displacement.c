// The displacement of a neighbour that does not exist is negative.
// finds: displacement FP-RANGE-004
// says: fix A displacement counts from the beginning of the target's part, and must not be negative. Look for an index before the first element.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int got, column = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, column - 1, 1, MPI_INT, win);  // FINDS(displacement)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
