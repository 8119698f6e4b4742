// The spin lock is released before the put under it is complete.
// ranks: 3
// finds: race FP-RACE-001
// finds: race-of-puts FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);  // lock, counter
  int locked = 1, open = 0, counter;
  MPI_Win_lock_all(0, win);
  int found = 1;
  while (found != 0) {
    MPI_Compare_and_swap(&locked, &open, &found, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  }
  MPI_Get(&counter, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // FINDS(race:get)
  MPI_Win_flush(0, win);
  counter++;
  MPI_Put(&counter, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // FINDS(race:put, race-of-puts:put)
  MPI_Accumulate(&open, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
