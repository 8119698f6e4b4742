// Gather orders all before the root, scatter the root before all: together a barrier through the root.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int all[3] = {0, 0, 0}, right = (rank + 1) % ranks, word;
  MPI_Win_lock_all(0, win);
  MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush(right, win);
  MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Scatter(all, 1, MPI_INT, &word, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(word == rank && (memory[0] + 1) % ranks == rank);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
