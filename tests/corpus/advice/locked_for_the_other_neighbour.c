// Puts to the right neighbour and unlocks it, but has locked the left one.
// finds: lock FP-EPOCH-002
// finds: open FP-EPOCH-013
// says: fix Pass right instead of left in MPI_Win_lock at locked_for_the_other_neighbour.c:20. Tried
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got = -1;
  start_mpi();
  make_window(&win, 2);
  const int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;
  MPI_Win_lock(MPI_LOCK_SHARED, left, 0, win);
  MPI_Get(&got, 1, MPI_INT, left, 1, 1, MPI_INT, win);
  MPI_Win_unlock(left, win);
#ifdef MENDED
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
#else
  MPI_Win_lock(MPI_LOCK_SHARED, left, 0, win);  // FINDS(open)
#endif
  MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);  // FINDS(lock:put)
  MPI_Win_unlock(right, win);                             // FINDS(lock)
  MPI_Win_free(&win);                                     // FINDS(open)
  return got < 0 ? 1 : end_mpi();
}
