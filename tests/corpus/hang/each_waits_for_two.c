// In a ring each rank waits for the two beside it to complete, and completes behind that. All have to complete first, not
// one of those who wait for each other.
// ranks: 4
// options: --hang-timeout 3
// finds: cycle FP-MATCH-008
// says: fix Move MPI_Win_complete at each_waits_for_two.c:22 before MPI_Win_wait at each_waits_for_two.c:21. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  MPI_Group world, both;
  const int beside[2] = {(rank + 1) % ranks, (rank + ranks - 1) % ranks};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, beside, &both);
  MPI_Win_post(both, 0, win);
  MPI_Win_start(both, 0, win);
  MPI_Put(&rank, 1, MPI_INT, beside[0], 0, 1, MPI_INT, win);
  MPI_Put(&rank, 1, MPI_INT, beside[1], 1, 1, MPI_INT, win);
  MPI_Win_wait(win);  // FINDS(cycle)
  MPI_Win_complete(win);
  MPI_Win_free(&win);
  return end_mpi();
}
