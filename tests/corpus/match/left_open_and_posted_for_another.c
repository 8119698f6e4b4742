// A start whose target has posted for somebody else, and that nobody completes: the run ends all the same.
// ranks: 3
// finds: open FP-EPOCH-013
// finds: post FP-MATCH-003
// says: Rank 1 has called MPI_Win_post at left_open_and_posted_for_another.c:20, but for rank 2.
// says: the group of the start must not name rank 1.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  start_mpi();
  make_window(&win, 1);
  int one = 1, two = 2;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, rank == 1 ? &two : &one, &group);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);  // FINDS(open, post)
  } else if (rank == 1) {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(group, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);  // FINDS(open)
  return end_mpi();
}
