// The target does not belong to the group of MPI_Win_start.
// ranks: 3
// finds: target FP-EPOCH-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  start_mpi();
  make_window(&win, 1);
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (rank < 2) {
    MPI_Group_incl(world, 1, &peer, &group);
    if (rank == 0) {
      MPI_Win_start(group, 0, win);
      MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Accumulate(&ranks, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(target:accumulate)
      MPI_Win_complete(win);
    } else {
      MPI_Win_post(group, 0, win);
      MPI_Win_wait(win);
    }
    MPI_Group_free(&group);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
