// A recursive function leaves the lock open, and its next call, for the next level, uses the window as well: the
// missing call belongs after the flush of the same call.
// finds: open FP-EPOCH-008
// finds: left FP-EPOCH-013
// says: fix Add MPI_Win_unlock(to, win) after MPI_Win_flush at locked_in_recursion.c:16, in the same block as MPI_Win_lock at locked_in_recursion.c:14
#include "corpus.h"

static MPI_Win win;

static int descend(int level) {
  int value = 0;
  const int to = 1 - rank;
  if (level == 0) return 0;
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);  // FINDS(open, left)
  MPI_Get(&value, 1, MPI_INT, to, level, 1, MPI_INT, win);
  MPI_Win_flush(to, win);
#ifdef MENDED
  MPI_Win_unlock(to, win);
#endif
  return value + descend(level - 1);
}

int main(void) {
  start_mpi();
  make_window(&win, 4);
  const int sum = descend(3);
  MPI_Win_free(&win);  // FINDS(left)
  return sum != 0 ? 1 : end_mpi();
}
