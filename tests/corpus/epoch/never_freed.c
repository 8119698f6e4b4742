// A window that is never freed.
// finds: never-freed FP-WINDOW-009
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int* memory;
  start_mpi();
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(never-freed)
  MPI_Finalize();
  return 0;
}
