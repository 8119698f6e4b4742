// Accumulates of everybody to everybody in one epoch, of the same type and operation.
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int one = 1;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 0; i < 3; i++) {
    for (int target = 0; target < ranks; target++) MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(memory[0] == 3 * ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
