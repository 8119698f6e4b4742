// Everything up to the last byte of windows of different sizes.
// near: FP-RANGE-001
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4 * (rank + 1));
  static int got[12];
  MPI_Win_lock_all(0, win);
  for (int target = 0; target < ranks; target++) {
    MPI_Get(got, 4 * (target + 1), MPI_INT, target, 0, 4 * (target + 1), MPI_INT, win);
    MPI_Win_flush(target, win);
    REQUIRE(got[4 * target + 3] == 0);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
