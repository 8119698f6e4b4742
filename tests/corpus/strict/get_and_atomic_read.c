// A get and an atomic read only read, but by the words of the standard they conflict.
// finds: reads FP-RACE-016
// options: --strict
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);  // the zeros are in the public copy as well
  int value = 7;
  int result = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);                  // FINDS(reads:get)
  if (rank == 2) MPI_Fetch_and_op(NULL, &result, MPI_INT, 1, 0, MPI_NO_OP, win);  // FINDS(reads:fetch_and_op)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
