// Two puts read the same origin buffer at a time.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  REQUIRE(rank == 0 || memory[0] == 7);
  MPI_Win_free(&win);
  return end_mpi();
}
