// Both processes hold an exclusive lock, but of different targets.
// ranks: 3
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win, guard;
  start_mpi();
  make_window(&win, 1);
  make_window(&guard, 1);
  int value = 7;
  if (rank < 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, guard);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(2, win);
    MPI_Win_unlock(rank, guard);
    MPI_Win_unlock(2, win);
  }
  MPI_Win_free(&win);
  MPI_Win_free(&guard);
  return end_mpi();
}
