// A counter is read with MPI_NO_OP while another process adds to it: both are atomic.
// near: FP-RACE-006
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int one = 1, sum = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
  if (rank == 1) MPI_Fetch_and_op(NULL, &sum, MPI_INT, 2, 0, MPI_NO_OP, win);
  MPI_Win_unlock_all(win);
  REQUIRE(rank != 1 || sum == 0 || sum == 1);
  MPI_Win_free(&win);
  return end_mpi();
}
