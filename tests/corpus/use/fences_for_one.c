// Of many processes only one communicates between fences: they are needed.
// near: FP-USE-003
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  MPI_Win_fence(0, win);
  for (int step = 0; step < 100; step++) {
    if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 3 * step, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
