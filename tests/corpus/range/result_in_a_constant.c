// The result of a get would go to memory that cannot be written.
// finds: constant FP-RANGE-009
// says: read-only memory as 
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get((void*)"constant text", 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(constant)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
