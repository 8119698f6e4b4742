// The origin buffer given to a Fetch_and_op with MPI_NO_OP is not read: it may be changed.
// near: FP-TYPE-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int ignored = 1, result;
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&ignored, &result, MPI_INT, 1 - rank, 0, MPI_NO_OP, win);
  ignored = 2;
  MPI_Win_flush(1 - rank, win);
  REQUIRE(result == 0 && ignored == 2);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
