// A flush completes the operation; the request must still be waited for, which may be later.
// near: FP-EPOCH-019
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  MPI_Rput(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &request);
  MPI_Win_flush(1 - rank, win);
  value = 8;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == 7);
  MPI_Win_unlock_all(win);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  return end_mpi();
}
