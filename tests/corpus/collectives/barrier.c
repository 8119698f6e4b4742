// Put, flush, barrier, load.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = rank + 1, right = (rank + 1) % ranks;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == (rank + ranks - 1) % ranks + 1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
