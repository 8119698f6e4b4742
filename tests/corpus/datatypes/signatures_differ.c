// Two ints are put where one double is.
// finds: type FP-TYPE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  static int values[2];
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(values, 2, MPI_INT, 1, 0, 1, MPI_DOUBLE, win);  // FINDS(type:put)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
