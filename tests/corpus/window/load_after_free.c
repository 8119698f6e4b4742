// The memory of an allocated window is gone after MPI_Win_free: data that is still needed must be copied before.
// near: FP-WINDOW-014
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  int kept = memory[0];
  MPI_Win_free(&win);
  REQUIRE(kept == 1 - rank);
  return end_mpi();
}
