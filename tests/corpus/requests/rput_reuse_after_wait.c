// When an Rput's request is complete, its origin buffer may be used again.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  static int value;
  for (int i = 0; i < 4; i++) {
    MPI_Request request;
    value = i + 1;
    MPI_Rput(&value, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  REQUIRE(memory[0] == 1 && memory[3] == 4);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
