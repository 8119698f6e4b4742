// In the separate model, too: stores and puts in turns, with a fence between.
// near: FP-RACE-012
// options: --memory-model separate
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  memory[1] = 7;
  MPI_Win_fence(0, win);
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(memory[0] == ranks && memory[1] == 7);
  MPI_Win_free(&win);
  return end_mpi();
}
