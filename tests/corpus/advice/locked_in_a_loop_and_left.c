// Each round of a loop locks another target and never unlocks it. Only the loop knows which target it has locked, so
// the unlock belongs there and not before the window is freed.
// finds: open FP-EPOCH-013
// says: fix Add MPI_Win_unlock(p, win) after MPI_Put at locked_in_a_loop_and_left.c:19, in the same block as MPI_Win_lock at locked_in_a_loop_and_left.c:18. Tried on the recorded run
#include "corpus.h"

#define CHECK(call) \
  if ((call) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1)

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  const int mine = 7;
  for (int p = 0; p < ranks; p++) {
    if (p == rank) continue;
    // MPI_Win_unlock(p, win) is missing below.
    CHECK(MPI_Win_lock(MPI_LOCK_SHARED, p, 0, win));  // FINDS(open)
    CHECK(MPI_Put(&mine, 1, MPI_INT, p, rank, 1, MPI_INT, win));
  }
  CHECK(MPI_Win_free(&win));  // FINDS(open)
  return memory == NULL ? 1 : end_mpi();
}
