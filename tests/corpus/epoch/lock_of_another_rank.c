// Locks the left neighbour and puts to the right one: one mistake, to which flush, unlock and the open lock belong.
// finds: lock FP-EPOCH-002
// finds: open FP-EPOCH-013
// says: fix Pass right instead of left in MPI_Win_lock at lock_of_another_rank.c:15. Tried
// says: 1 finding (1 error), 1 consequence
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks, mine = rank;
  MPI_Win_lock(MPI_LOCK_SHARED, left, 0, win);  // FINDS(open)
  for (int i = 0; i < 3; i++)
    MPI_Put(&mine, 1, MPI_INT, right, i, 1, MPI_INT, win);  // FINDS(lock:put)
  MPI_Win_flush(right, win);                                // FINDS(lock)
  MPI_Win_unlock(right, win);                               // FINDS(lock)
  MPI_Win_free(&win);                                       // FINDS(open)
  return end_mpi();
}
