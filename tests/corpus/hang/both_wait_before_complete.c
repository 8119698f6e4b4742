// Both wait for the other one's complete, which comes after their own wait.
// finds: cycle FP-MATCH-008
// says: fix Move MPI_Win_complete at both_wait_before_complete.c:19 before MPI_Win_wait at both_wait_before_complete.c:18. Tried on the recorded run: this fixes it and breaks nothing.
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Group world, other;
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_wait(win);  // FINDS(cycle)
  MPI_Win_complete(win);
  MPI_Win_free(&win);
  return end_mpi();
}
