// A flush is for passive target epochs; here the epoch is between fences.
// finds: flush FP-EPOCH-010
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);  // FINDS(flush)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
