// A post for two origins, of which one starts: only the other one is to blame. (The test tells that nobody waits.)
// ranks: 3
// finds: missing FP-MATCH-004
// finds: open FP-EPOCH-013
// says: Rank 0 posts the window of MPI_Win_allocate at corpus.h:21 for rank 2, which never
// says: fix MPI_Win_start and MPI_Win_complete have to be called on rank 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  int done;
  start_mpi();
  make_window(&win, 1);
  int zero = 0, others[2] = {1, 2};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, rank == 0 ? 2 : 1, rank == 0 ? others : &zero, &group);
  if (rank == 0) MPI_Win_post(group, 0, win);  // FINDS(missing, open)
  if (rank == 1) {
    MPI_Win_start(group, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Win_test(win, &done);
  MPI_Win_free(&win);  // FINDS(open)
  return end_mpi();
}
