// A start while a lock is held is refused, so the target's post has no partner: that is the same mistake.
// finds: overlap FP-EPOCH-003
// says: MPI_Win_wait returned on rank 1, but calls of rank 0 that it may have waited for were refused
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Group world, other;
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_start(other, 0, win);  // FINDS(overlap)
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_unlock(0, win);
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
