// Accumulates of two processes whose elements overlap in part of the range, element by element.
// near: FP-RACE-007
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 8);
  int values[6] = {1, 1, 1, 1, 1, 1};
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(values, 6, MPI_INT, 1, 0, 6, MPI_INT, MPI_SUM, win);
  if (rank == 2) MPI_Accumulate(values, 5, MPI_INT, 1, 3, 5, MPI_INT, MPI_SUM, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1) REQUIRE(memory[0] == 1 && memory[3] == 2 && memory[7] == 1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
