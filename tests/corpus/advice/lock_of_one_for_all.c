// Both neighbours are counted up, and one of them is locked: it is the lock that is too narrow, not the targets that are
// wrong.
// ranks: 3
// finds: left FP-EPOCH-002
// finds: own FP-EPOCH-002
// says: fix MPI_Win_lock_all(0, win) has to open the epoch in place of MPI_Win_lock at lock_of_one_for_all.c:18, and MPI_Win_unlock_all(win) has to end it in place of MPI_Win_unlock:
// says: and so error FP-EPOCH-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks, one = 1;
#ifdef MENDED
  MPI_Win_lock_all(0, win);
#else
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
#endif
  MPI_Accumulate(&one, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Accumulate(&one, 1, MPI_INT, left, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(left)
  MPI_Accumulate(&one, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(own)
#ifdef MENDED
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  REQUIRE(memory[0] == 3);
  MPI_Win_unlock(rank, win);
#else
  MPI_Win_unlock(right, win);
#endif
  MPI_Win_free(&win);
  (void)memory;
  return end_mpi();
}
