// The wait is left out of a loop: each start nevertheless has its post.
// finds: twice FP-EPOCH-006
// says: fix Move MPI_Win_wait at posts_without_waits.c:20 into the loop, after the statement at posts_without_waits.c:18. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 4);
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  for (int i = 0; i < 3; i++) {
    MPI_Win_post(other, 0, win);  // FINDS(twice)
    MPI_Win_start(other, 0, win);
    MPI_Put(&rank, 1, MPI_INT, peer, i, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Win_wait(win);
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
