// An epoch to two targets, one of which posts: only the other one is to blame.
// ranks: 3
// finds: missing FP-MATCH-003
// says: Rank 0 starts an epoch to rank 2 of
// says: fix MPI_Win_post has to be called on rank 2 with rank 0 in the group
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  start_mpi();
  make_window(&win, 1);
  int zero = 0, others[2] = {1, 2};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, rank == 0 ? 2 : 1, rank == 0 ? others : &zero, &group);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);  // FINDS(missing)
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else if (rank == 1) {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
