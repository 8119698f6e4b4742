// A lock that another rank certainly takes first, and gives back before it comes to the barrier in which its next
// holder waits: whoever has it, nobody can wait forever.
// near: FP-MATCH-007 FP-MATCH-008
#include "corpus.h"

// Rank 0 has the lock of `target` when it comes to the first barrier, and rank 1 wants it behind that.
static void hand_on(MPI_Win win, int target) {
  int value = rank;
  if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  if (target != 0 || rank == 1) MPI_Win_flush(target, win);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock(target, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_unlock(target, win);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  hand_on(win, 0);  // its own: the lock is there when MPI_Win_lock returns
  MPI_Barrier(MPI_COMM_WORLD);
  hand_on(win, 1);  // another one's: it is there when MPI_Win_flush returns
  MPI_Win_free(&win);
  return end_mpi();
}
