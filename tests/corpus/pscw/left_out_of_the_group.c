// Two ranks start an epoch to a third, which posts for one of them alone: what is missing is not a post, but the other
// one's place in the group of the post that is there.
// ranks: 3
// finds: left_out FP-MATCH-008
// options: --hang-timeout 2
// says: fix The group of MPI_Win_post at left_out_of_the_group.c:18 on rank 2, which now holds rank 0, has to name rank 1 as well, so that MPI_Win_wait at left_out_of_the_group.c:19 waits for its accesses; or the group of the start must not name rank 2.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  const int origin = 0, target = 2;
  start_mpi();
  make_window(&win, 2);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, rank == target ? &origin : &target, &group);
  if (rank == target) {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(group, 0, win);
    MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    MPI_Win_complete(win);  // FINDS(left_out)
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);  // FINDS(left_out)
  return end_mpi();
}
