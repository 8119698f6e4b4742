// Everybody has put to the root and then takes part in a reduction to it.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 3);
  int sum = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(rank != 0 || memory[0] + memory[1] + memory[2] == sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
