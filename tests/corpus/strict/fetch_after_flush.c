// A fetched result after MPI_Win_flush, after flush_local and then flush, and after the wait for its request.
// near: FP-RACE-015 FP-RACE-005 FP-EPOCH-011
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);  // the zeros are in the public copy as well
  int one = 1, before[3] = {-1, -1, -1};
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Fetch_and_op(&one, &before[0], MPI_INT, 1 - rank, 0, MPI_SUM, win);
  MPI_Win_flush(1 - rank, win);
  REQUIRE(before[0] == 0);
  MPI_Fetch_and_op(&one, &before[1], MPI_INT, 1 - rank, 0, MPI_SUM, win);
  MPI_Win_flush_local(1 - rank, win);
  MPI_Win_flush(1 - rank, win);
  REQUIRE(before[1] == 1);
  MPI_Rget_accumulate(&one, 1, MPI_INT, &before[2], 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, MPI_SUM, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  REQUIRE(before[2] == 2);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
