// Two puts of one process to the same location without a flush between them.
// ranks: 2
// finds: race FP-RACE-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = 7, other = 8;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Put(&other, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
