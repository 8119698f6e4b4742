// Several locks at once that cannot become a circle: everybody takes them in one order; shared ones in any order; in opposite
// order, but never at one time; one's own window's lock inside another window's.
// near: FP-MATCH-006 FP-MATCH-008
#include "corpus.h"

static void both(MPI_Win win, int type, int first, int second) {
  int got[2];
  MPI_Win_lock(type, first, 0, win);
  MPI_Win_lock(type, second, 0, win);
  MPI_Get(&got[0], 1, MPI_INT, first, 0, 1, MPI_INT, win);
  MPI_Get(&got[1], 1, MPI_INT, second, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Win_unlock(first, win);
  MPI_Win_unlock(second, win);
}

int main(void) {
  MPI_Win win, other;
  start_mpi();
  make_window(&win, 1);
  make_window(&other, 1);
  both(win, MPI_LOCK_EXCLUSIVE, 0, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  both(win, MPI_LOCK_SHARED, rank, 1 - rank);
  MPI_Barrier(MPI_COMM_WORLD);
  // Opposite orders, but in turns.
  if (rank == 0) both(other, MPI_LOCK_EXCLUSIVE, 0, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) both(other, MPI_LOCK_EXCLUSIVE, 1, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  // A gate: whoever has the lock of the gate may take the others in any order.
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  int got;
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  both(other, MPI_LOCK_EXCLUSIVE, rank, 1 - rank);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
