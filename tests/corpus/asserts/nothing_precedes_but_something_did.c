// MPI_MODE_NOPRECEDE on a fence that ends an epoch with puts in it.
// finds: assert FP-ASSERT-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);  // FINDS(assert)
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);  // FINDS(assert)
  MPI_Win_free(&win);
  return end_mpi();
}
