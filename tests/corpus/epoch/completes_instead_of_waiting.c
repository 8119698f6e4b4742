// The target calls MPI_Win_complete instead of MPI_Win_wait: the exposure epoch that stays open is the same mistake.
// finds: complete FP-EPOCH-005
// finds: open FP-EPOCH-013
// says: and so error FP-EPOCH-013
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
    MPI_Win_start(other, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);  // FINDS(open)
    MPI_Win_complete(win);        // FINDS(complete)
  }
  MPI_Win_free(&win);  // FINDS(open)
  return end_mpi();
}
