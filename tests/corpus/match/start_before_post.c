// Both processes start before they post: if start waited for the post, neither would continue.
// finds: order FP-MATCH-005
// exit: 0 (a note)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 1);
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Win_start(other, 0, win);  // FINDS(order)
  MPI_Win_post(other, 0, win);
  MPI_Put(&ranks, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
