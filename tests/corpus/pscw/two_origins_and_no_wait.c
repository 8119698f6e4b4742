// Two origins put the same element in one exposure epoch, and the wait after it is missing. The puts race whether it
// is missing or not.
// ranks: 3
// finds: twice FP-EPOCH-006
// finds: puts FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, others, target;
  const int origins[] = {1, 2}, zero = 0;
  start_mpi();
  make_window(&win, 4);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, origins, &others);
  MPI_Group_incl(world, 1, &zero, &target);
  for (int i = 0; i < 2; i++) {
    if (rank == 0) {
      MPI_Win_post(others, 0, win);  // FINDS(twice)
    } else {
      MPI_Win_start(target, 0, win);
      MPI_Put(&rank, 1, MPI_INT, 0, i, 1, MPI_INT, win);  // FINDS(puts)
      MPI_Win_complete(win);
    }
  }
  if (rank == 0) MPI_Win_wait(win);
  MPI_Group_free(&world);
  MPI_Group_free(&others);
  MPI_Group_free(&target);
  MPI_Win_free(&win);
  return end_mpi();
}
