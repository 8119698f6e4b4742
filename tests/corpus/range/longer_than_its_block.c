// A get is longer than the allocated block: it overwrites what is after the block, or there is no memory.
// finds: block FP-RANGE-009
// says: longer than its heap block
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1 << 20);
  if (rank == 0) {
    int* few = malloc(4 * sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(few, 1 << 20, MPI_INT, 1, 0, 1 << 20, MPI_INT, win);  // FINDS(block)
    MPI_Win_unlock(1, win);
    free(few);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
