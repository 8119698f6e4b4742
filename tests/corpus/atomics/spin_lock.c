// A spin lock by compare-and-swap protects a get and a put; MPI_REPLACE releases it after the flush.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);  // lock, counter
  int locked = 1, open = 0, counter;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    int found = 1;
    while (found != 0) {
      MPI_Compare_and_swap(&locked, &open, &found, MPI_INT, 0, 0, win);
      MPI_Win_flush(0, win);
    }
    MPI_Get(&counter, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    counter++;
    MPI_Put(&counter, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&open, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Get(&counter, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  REQUIRE(counter == 3 * ranks);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
