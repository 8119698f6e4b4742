// Fence, put, fence, load.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE((memory[0] + 1) % ranks == rank);
  MPI_Win_free(&win);
  return end_mpi();
}
