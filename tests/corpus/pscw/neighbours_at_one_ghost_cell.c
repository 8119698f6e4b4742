// Both neighbours write the same ghost cell in one exposure epoch: nobody can read the first value.
// ranks: 3
// finds: race FP-RACE-001
// says: write the same place, and nobody can read there what the first writes. If they are meant for different places, the rank or displacement of one of them is wrong.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, group;
  start_mpi();
  make_window(&win, 4);
  const int middle = 1, outer[2] = {0, 2};
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, rank == 1 ? 2 : 1, rank == 1 ? outer : &middle, &group);
  if (rank == 1) {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(group, 0, win);
    if (rank == 0) {
      MPI_Put(&rank, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(race:put)
    } else {
      MPI_Put(&rank, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(race:put)
    }
    MPI_Win_complete(win);
  }
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  return end_mpi();
}
