// Each step uses the lock that the previous step has left open, in a function that is called before the lock: an unlock
// after that call would not close what the same step opens.
// finds: open FP-EPOCH-008
// finds: left FP-EPOCH-013
// says: has to be closed by MPI_Win_unlock(to, win) before that call is reached again
#include "corpus.h"

static MPI_Win win;

static int look(int to, int step) {
  int value = 0;
  MPI_Get(&value, 1, MPI_INT, to, step, 1, MPI_INT, win);
  MPI_Win_flush(to, win);
  return value;
}

static int next(int step) {
  const int to = 1 - rank;
  const int value = step > 0 ? look(to, step) : 0;
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);  // FINDS(open, left)
  return value;
}

int main(void) {
  int sum = 0;
  start_mpi();
  make_window(&win, 4);
  for (int step = 0; step < 3; step++) sum += next(step);
  MPI_Win_free(&win);  // FINDS(left)
  return sum != 0 ? 1 : end_mpi();
}
