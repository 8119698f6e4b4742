// A rank posts for the whole group, also for itself, although only its left neighbour starts an epoch for it.
// finds: all FP-MATCH-008
// ranks: 3
// options: --hang-timeout 3
// says: fix Only rank 0 may be in the group of MPI_Win_post at posts_for_everybody.c:19 on rank 1: ranks 1 and 2 start no epoch for it.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group everybody, right;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &everybody);
  const int next = rank + 1;
  if (next < ranks) MPI_Group_incl(everybody, 1, &next, &right);

  for (int round = 0; round < 2; ++round) {
    if (rank > 0) {
      MPI_Win_post(everybody, 0, win);
      MPI_Win_wait(win);  // FINDS(all)
    }
    if (next < ranks) {
      MPI_Win_start(right, 0, win);
      MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
      MPI_Win_complete(win);  // FINDS(all)
    }
  }
  MPI_Group_free(&everybody);
  if (next < ranks) MPI_Group_free(&right);
  MPI_Win_free(&win);
  return end_mpi();
}
