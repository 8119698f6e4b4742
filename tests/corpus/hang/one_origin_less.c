// A window is posted for two origins, and one of them ends without a start.
// ranks: 3
// finds: missing FP-MATCH-004
// finds: never-freed FP-WINDOW-009
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  MPI_Group world, others, first;
  int origins[2] = {1, 2}, zero = 0;
  int* memory;
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(never-freed)
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, origins, &others);
  MPI_Group_incl(world, 1, &zero, &first);
  if (rank == 0) {
    MPI_Win_post(others, 0, win);
    MPI_Win_wait(win);  // FINDS(missing)
  } else {
    if (rank == 1) {
      MPI_Win_start(first, 0, win);
      MPI_Win_complete(win);
    }
    return end_mpi();
  }
  MPI_Win_free(&win);
  return end_mpi();
}
