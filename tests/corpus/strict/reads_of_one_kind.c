// Gets of everybody, then atomic reads of everybody, of the same element; and both at once, of neighbours.
// near: FP-RACE-016 FP-RACE-013
// options: --strict
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  MPI_Win_fence(0, win);  // the zeros are in the public copy as well
  int value = 7;
  int result = -1;
  MPI_Win_lock_all(0, win);
  MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Fetch_and_op(NULL, &result, MPI_INT, 1, 0, MPI_NO_OP, win);
  MPI_Win_flush(1, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 2) MPI_Fetch_and_op(NULL, &result, MPI_INT, 1, 1, MPI_NO_OP, win);
  MPI_Win_unlock_all(win);
  REQUIRE(result == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
