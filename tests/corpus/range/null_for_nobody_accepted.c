// Where the library accepts null buffers for MPI_PROC_NULL, nothing is said of them.
// mpi: openmpi (MPICH refuses it)
// near: FP-RANGE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_fence(0, win);
  MPI_Get(NULL, 2, MPI_INT, MPI_PROC_NULL, 0, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
