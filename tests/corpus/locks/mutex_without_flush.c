// A window lock as a mutex, but the put on the other window is complete only after the unlock.
// ranks: 3
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win, mutex;
  start_mpi();
  make_window(&win, 1);
  make_window(&mutex, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mutex);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_local(1, win);
  MPI_Win_unlock(0, mutex);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Win_free(&mutex);
  return end_mpi();
}
