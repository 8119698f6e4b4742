// A second post before the wait of the first, for an origin that comes once: the wait waits for it again.
// finds: twice FP-EPOCH-006
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
  if (rank == 0) {
    MPI_Win_post(other, 0, win);
    MPI_Win_post(other, 0, win);  // FINDS(twice)
    MPI_Win_wait(win);  // FINDS(twice)
  } else {
    MPI_Win_start(other, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
