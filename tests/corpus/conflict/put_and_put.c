// Puts of two processes to the same location, even of the same value.
// ranks: 3
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank != 1) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
