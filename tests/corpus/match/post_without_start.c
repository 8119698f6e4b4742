// The target posts to two origins, one of which never starts: wait never returns.
// ranks: 3
// finds: missing FP-MATCH
// says: MPI_Win_start and MPI_Win_complete have to be called on rank 2 before MPI_Win_free
// says: Rank 0 has opened an exposure epoch
// options: --hang-timeout 2
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
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);  // FINDS(missing)
  } else if (rank == 1) {
    MPI_Win_start(group, 0, win);
    MPI_Win_complete(win);
  }
  MPI_Win_free(&win);  // FINDS(missing)
  return end_mpi();
}
