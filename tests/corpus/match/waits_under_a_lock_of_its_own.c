// Barriers and messages while a lock is held that the others do not need before they come: of another target, of
// another window, a shared one, or one that they take only afterwards.
// near: FP-MATCH-007 FP-MATCH-008
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  int got, value = 0;
  start_mpi();
  make_window(&win, 4);
  make_window(&other, 4);
  // Everybody has the exclusive lock of its own part.
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  // Shared locks of one target across a barrier.
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock(0, win);
  // Held by one across a barrier; the others want it behind the barrier only.
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Win_unlock(1, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  MPI_Get(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
  // Waits for a message under a lock; the sender takes the same target's lock of another window before it sends.
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Get(&got, 1, MPI_INT, 2, 3, 1, MPI_INT, win);
    MPI_Win_flush(2, win);
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock(2, win);
  } else if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, other);
    MPI_Get(&got, 1, MPI_INT, 2, 3, 1, MPI_INT, other);
    MPI_Win_unlock(2, other);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
