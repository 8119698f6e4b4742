// A lock, and the window with it, is left open until MPI_Finalize.
// finds: open FP-EPOCH-014
// finds: never-freed FP-WINDOW-009
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int* memory;
  start_mpi();
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(never-freed)
  MPI_Win_lock_all(0, win);  // FINDS(open)
  MPI_Finalize();  // FINDS(open)
  return 0;
}
