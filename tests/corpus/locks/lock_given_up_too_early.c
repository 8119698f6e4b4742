// The lock that protects the origin buffer is released before the put is complete, which only the unlock of its target
// completes. Which finding this gives depends on who comes first.
// finds: race FP-RACE
// options: --predict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 7;
  start_mpi();
  make_window(&win, 2);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_unlock(1, win);
  } else {
    int* memory;
    int there;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &memory, &there);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(memory, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_unlock(1, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
