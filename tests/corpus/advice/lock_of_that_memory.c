// The lock of another window happens to order a get and a store in this run. Which lock would exclude the one from the
// other is told.
// finds: luck FP-RACE-010
// exit: 0
// says: or both have to be made while their process holds the lock of rank 1 on the window of MPI_Win_create at lock_of_that_memory.c:15, exclusive for the store of rank 1
// says: without MPI_MODE_NOCHECK
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  int done = 0, seen = 0;
  start_mpi();
  MPI_Win_create(&done, sizeof done, sizeof done, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  make_window(&other, 1);
#ifdef MENDED
  const int check = 0;
#else
  const int check = MPI_MODE_NOCHECK;
#endif
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, check, win);
    MPI_Get(&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(luck:get)
    MPI_Win_unlock(1, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, other);
    MPI_Get(&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  } else {
    usleep(200000);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, other);
    MPI_Get(&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
#ifdef MENDED
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
#endif
    done = 1;  // FINDS(luck:store)
#ifdef MENDED
    MPI_Win_unlock(1, win);
#endif
  }
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
