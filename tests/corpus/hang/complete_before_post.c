// Both complete their access epochs before they post: each waits for the other one's post.
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
// says: fix Move MPI_Win_post at complete_before_post.c:18 before MPI_Win_start at complete_before_post.c:15
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Group world, other;
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Win_start(other, 0, win);
  MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);  // FINDS(cycle)
  MPI_Win_post(other, 0, win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
  return end_mpi();
}
