// A counter that is got, incremented and put under shared locks: the gets and the puts race, and so do the puts; an exclusive
// lock mends both.
// finds: get FP-RACE-001
// finds: puts FP-RACE-001
// says: fix Pass MPI_LOCK_EXCLUSIVE instead of MPI_LOCK_SHARED in MPI_Win_lock at counter_under_shared_locks.c:14.
// says: 1 finding (1 undefined outcome), 1 consequence
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int count;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&count, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(get)
  MPI_Win_flush(0, win);
  count++;
  MPI_Put(&count, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(get, puts)
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
