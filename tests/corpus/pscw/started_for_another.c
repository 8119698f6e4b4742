// The start names another target than the one that has posted. The report says at which start the posting rank must be
// named.
// ranks: 3
// finds: target FP-EPOCH-002
// says: The group of MPI_Win_start at started_for_another.c:19
// says: Rank 1 waits in MPI_Win_wait at started_for_another.c:24 on the window of MPI_Win_allocate at corpus.h:21 for MPI_Win_complete of rank 0.
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  start_mpi();
  make_window(&win, 1);
  int zero = 0, other = 2;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, rank == 0 ? &other : &zero, &group);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(target:put)
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);  // FINDS(target)
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
