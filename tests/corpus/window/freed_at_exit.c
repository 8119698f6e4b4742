// The function given to atexit frees the window after MPI_Finalize. That the window was not freed before is the same
// mistake.
// finds: late FP-USE-006
// finds: kept FP-WINDOW-009
// says: and so portability FP-WINDOW-009
#include "corpus.h"

static MPI_Win win;

static void free_window(void) {
  MPI_Win_free(&win);  // FINDS(late)
}

int main(void) {
  int* memory;
  start_mpi();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(kept)
  atexit(free_window);
  return end_mpi();
}
