// A get and an atomic read: both only read.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = 7;
  int result = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 2) MPI_Fetch_and_op(NULL, &result, MPI_INT, 1, 0, MPI_NO_OP, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
