// A ring in which everybody starts to the right and posts for the right as well: the post names those who start, the left.
// ranks: 3
// finds: ring FP-MATCH-008
// options: --hang-timeout 2
// says: The group of MPI_Win_post at posted_for_the_wrong_neighbour.c:18 on rank 1 has to name rank 0, not rank 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, right;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  const int next = (rank + 1) % ranks;
  MPI_Group_incl(all, 1, &next, &right);
  MPI_Group_free(&all);
  // The group should be that of the left neighbour.
  MPI_Win_post(right, 0, win);
  MPI_Win_start(right, 0, win);  // FINDS(ring|start)
  MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);  // FINDS(ring|start)
  MPI_Win_wait(win);
  MPI_Group_free(&right);
  MPI_Win_free(&win);
  return end_mpi();
}
