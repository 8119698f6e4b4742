// Everybody in a ring starts to both neighbours, and one posts for its right one alone: that one has started and stays in
// the group.
// ranks: 3
// finds: left_out FP-MATCH-008
// options: --hang-timeout 2
// says: The group of MPI_Win_post at one_neighbour_of_two.c:20 on rank 1, which now holds rank 2, has to name rank 0 as well: a post must name all ranks that start an epoch to this rank; or the group of the start must not name rank 1.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, neighbours, posted;
  start_mpi();
  make_window(&win, 3);
  const int both[2] = {(rank + 1) % ranks, (rank + 2) % ranks};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, both, &neighbours);
  MPI_Group_incl(world, rank == 1 ? 1 : 2, both, &posted);
  MPI_Group_free(&world);
  for (int i = 0; i < 2; ++i) {
    MPI_Win_post(posted, 0, win);
    MPI_Win_start(neighbours, 0, win);
    MPI_Put(&rank, 1, MPI_INT, both[0], rank, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, both[1], rank, 1, MPI_INT, win);
    MPI_Win_complete(win);  // FINDS(left_out|call)
    MPI_Win_wait(win);      // FINDS(left_out|call): of the rank that one of the others has not come to
  }
  MPI_Group_free(&neighbours);
  MPI_Group_free(&posted);
  MPI_Win_free(&win);
  return end_mpi();
}
