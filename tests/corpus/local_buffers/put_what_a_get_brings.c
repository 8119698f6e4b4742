// A put sends the buffer into which a pending get writes.
// ranks: 3
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int value = 0;
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush_all(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
