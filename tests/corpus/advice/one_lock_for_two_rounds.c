// Under the lock of one rank, two rounds put to both neighbours, in lines with the same text: one lock is too narrow,
// and all four puts follow from that.
// ranks: 3
// finds: right FP-EPOCH-002
// finds: left FP-EPOCH-002
// finds: again FP-EPOCH-002
// finds: last FP-EPOCH-002
// says: fix MPI_Win_lock_all(0, win) has to open the epoch in place of MPI_Win_lock
// says: 1 finding (1 error), 3 consequences
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks, one = 1;
#ifdef MENDED
  MPI_Win_lock_all(0, win);
#else
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#endif
  MPI_Put(&one, 1, MPI_INT, right, 0, 1, MPI_INT, win);  // FINDS(right)
  MPI_Put(&one, 1, MPI_INT, left, 1, 1, MPI_INT, win);   // FINDS(left)
#ifdef MENDED
  MPI_Win_flush_all(win);
#else
  MPI_Win_flush(0, win);
#endif
  MPI_Put(&one, 1, MPI_INT, right, 0, 1, MPI_INT, win);  // FINDS(again)
  MPI_Put(&one, 1, MPI_INT, left, 1, 1, MPI_INT, win);   // FINDS(last)
#ifdef MENDED
  MPI_Win_unlock_all(win);
#else
  MPI_Win_unlock(0, win);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
