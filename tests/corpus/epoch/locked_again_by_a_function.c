// A function locks a target that its caller has locked: its unlock ends the epoch, so the caller's later operations,
// and its own unlock, are outside.
// finds: twice FP-EPOCH-008
// finds: outside FP-EPOCH-001
// finds: unlock FP-EPOCH-009
// says: fix Remove MPI_Win_lock at locked_again_by_a_function.c:12 and MPI_Win_unlock at locked_again_by_a_function.c:14. Tried
// says: and so error FP-EPOCH-001
// says: and so error FP-EPOCH-009
#include "corpus.h"

static void add(MPI_Win win, int target, int value) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);  // FINDS(twice)
  MPI_Accumulate(&value, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock(target, win);
}

int main(void) {
  MPI_Win win;
  int one = 1;
  start_mpi();
  make_window(&win, 2);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    add(win, 1, 5);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);  // FINDS(outside)
    MPI_Win_unlock(1, win);  // FINDS(unlock)
  }
  MPI_Win_free(&win);
  return end_mpi();
}
