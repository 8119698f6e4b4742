// MPI_MODE_NOSUCCEED, and then a put.
// finds: assert FP-ASSERT-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);                     // FINDS(assert)
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(assert)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
