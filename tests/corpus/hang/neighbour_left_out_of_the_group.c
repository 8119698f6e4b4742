// In a ring, each rank posts for itself and for one neighbour, and starts to both. The other neighbour is missing, so the
// first rank starts to one that has not posted for it. The rank that is in the group belongs there.
// ranks: 3
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
// says: fix The group of MPI_Win_post at neighbour_left_out_of_the_group.c:18 on rank 2, which now holds ranks 1 and 2, has to name rank 0 as well: a post must name all ranks that start an epoch to this rank. Rank 1 has not started one to it so far.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, group;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_get_group(win, &all);
  const int left = (rank + ranks - 1) % ranks;
  const int members[2] = {left < rank ? left : rank, left < rank ? rank : left};
  MPI_Group_incl(all, 2, members, &group);
  MPI_Win_post(group, 0, win);
  MPI_Win_start(group, 0, win);
  MPI_Put(&rank, 1, MPI_INT, left, 1, 1, MPI_INT, win);
  MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);  // FINDS(cycle)
  MPI_Win_wait(win);
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  return end_mpi();
}
