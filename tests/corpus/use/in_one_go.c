// One put for a whole array.
// near: FP-USE-004
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  int values[512] = {0};
  MPI_Win_fence(0, win);
  for (int k = 0; rank == 0 && k < 2; k++) MPI_Put(&values[256 * k], 256, MPI_INT, 1, 256 * k, 256, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
