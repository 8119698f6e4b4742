// The second target waits for a complete that waits for the first one, which has posted for the second: a circle of
// three, or of two if it had been told before.
// ranks: 3
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
// says: fix The group of MPI_Win_post at target_after_the_wrong_post.c:23 on rank 1 has to name rank 0, not rank 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, group;
  const int targets[] = {1, 2}, values[] = {0, 1, 2};
  start_mpi();
  make_window(&win, 1);
  MPI_Win_get_group(win, &all);
  if (rank == 0) {
    MPI_Group_incl(all, 2, targets, &group);
    MPI_Win_start(group, 0, win);
    for (int target = 1; target < 3; ++target) MPI_Put(&values[target], 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);  // FINDS(cycle)
  } else {
    MPI_Group_incl(all, 1, rank == 1 ? &targets[1] : &(int){0}, &group);
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);  // FINDS(cycle|x)
  }
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  MPI_Win_free(&win);  // FINDS(cycle|x)
  return end_mpi();
}
