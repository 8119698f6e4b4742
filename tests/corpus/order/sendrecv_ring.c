// Everybody puts to the right, flushes, and tells the right neighbor with Sendrecv.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  int value = rank + 1, from_left;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush(right, win);
  MPI_Sendrecv(&value, 1, MPI_INT, right, 0, &from_left, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == from_left);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
