// Two origins put to the same location of one exposure epoch.
// ranks: 3
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  start_mpi();
  make_window(&win, 1);
  int zero = 0, others[2] = {1, 2};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, rank == 0 ? 2 : 1, rank == 0 ? others : &zero, &group);
  if (rank == 0) {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(group, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_complete(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&group);
  MPI_Win_free(&win);
  return end_mpi();
}
