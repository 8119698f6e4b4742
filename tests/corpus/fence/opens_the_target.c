// Even with MPI_MODE_NOPRECEDE, the fence of the target comes before the puts that it opens the window to.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  memory[0] = 5;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Accumulate(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(memory[0] == 5 + 1 - rank);
  MPI_Win_free(&win);
  return end_mpi();
}
