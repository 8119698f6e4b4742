// One of three targets names the wrong rank in the group of its post: it waits for that rank, which has gone on to free
// the window, and the rank that correctly starts waits for its post.
// ranks: 4
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
// says: fix The group of MPI_Win_post at posted_for_the_wrong_rank.c:26 on rank 2 has to name rank 0, not rank 1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, origins, targets;
  int origin = 0;
  const int others[] = {1, 2, 3}, values[] = {0, 1, 2, 3};
  start_mpi();
  make_window(&win, 1);
  MPI_Win_get_group(win, &all);
  if (rank == 0) {
    MPI_Group_incl(all, 3, others, &targets);
    MPI_Win_start(targets, 0, win);
    for (int target = 1; target < 4; ++target) MPI_Put(&values[target], 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);  // FINDS(cycle)
    MPI_Group_free(&targets);
  } else {
    if (rank == 2) origin = 1;
    MPI_Group_incl(all, 1, &origin, &origins);
    MPI_Win_post(origins, 0, win);
    MPI_Win_wait(win);  // FINDS(cycle)
    MPI_Group_free(&origins);
  }
  MPI_Group_free(&all);
  MPI_Win_free(&win);  // FINDS(cycle)
  return end_mpi();
}
