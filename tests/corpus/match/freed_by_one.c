// Only one process frees the window. The other one ends.
// finds: missing FP-MATCH-010
// finds: never-freed FP-WINDOW-009
// says: and so portability FP-WINDOW-009
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int* memory;
  start_mpi();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(never-freed)
  if (rank == 0) MPI_Win_free(&win);  // FINDS(missing)
  return end_mpi();
}
