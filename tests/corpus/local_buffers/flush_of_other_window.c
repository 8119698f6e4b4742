// The flush is for another window than the put.
// finds: race FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  start_mpi();
  make_window(&win, 1);
  make_window(&other, 1);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {
    int value = 7;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, other);
    value = 8;  // FINDS(race:store)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_unlock_all(other);
  MPI_Win_free(&win);
  MPI_Win_free(&other);
  return end_mpi();
}
