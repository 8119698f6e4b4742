// Each round locks, and only after the loop there is one unlock: it belongs inside the loop.
// finds: again FP-EPOCH-008
// says: fix Move MPI_Win_unlock at unlocked_behind_the_loop.c:16 into the loop, after the statement at unlocked_behind_the_loop.c:14. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 3);
  const int other = 1 - rank;
  for (int i = 0; i < 3; i++) {
    MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);  // FINDS(again)
    MPI_Put(&rank, 1, MPI_INT, other, i, 1, MPI_INT, win);
    MPI_Win_flush(other, win);
  }
  MPI_Win_unlock(other, win);
  MPI_Win_free(&win);
  return end_mpi();
}
