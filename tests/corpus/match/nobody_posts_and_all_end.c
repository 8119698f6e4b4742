// The origin waits for a post in complete, and the target ends without one.
// finds: missing FP-MATCH-003
// finds: never-freed FP-WINDOW-009
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  int peer = 1, *memory;
  start_mpi();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(never-freed)
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);  // FINDS(missing|call)
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);  // FINDS(missing|call)
    MPI_Win_free(&win);
  }
  return end_mpi();
}
