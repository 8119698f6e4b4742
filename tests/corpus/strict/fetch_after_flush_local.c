// The result of a fetch after flush_local only: found when asked for, since the standard is not clear about it.
// finds: fetch FP-RACE-015
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);  // the zeros are in the public copy as well
  int one = 1, before = -1;
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&one, &before, MPI_INT, 1 - rank, 0, MPI_SUM, win);  // FINDS(fetch:fetch_and_op)
  MPI_Win_flush_local(1 - rank, win);
  REQUIRE(before == 0);  // FINDS(fetch:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
