// Request-based atomics of everybody on one counter; result and origin buffers belong to the request.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int one = 1, before = -1, after = -1;
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  MPI_Raccumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  one = 2;
  MPI_Rget_accumulate(&one, 1, MPI_INT, &before, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  REQUIRE(before >= 1);
  one = 0;
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Get(&after, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  REQUIRE(after == 3 * ranks && one == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
