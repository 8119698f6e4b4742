// Two of three processes go to a fence, the third one ends.
// ranks: 3
// finds: missing FP-MATCH-002
// finds: never-freed FP-WINDOW-009
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory;
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(never-freed)
  if (rank == 2) return end_mpi();
  MPI_Win_fence(0, win);  // FINDS(missing)
  MPI_Win_free(&win);
  return end_mpi();
}
