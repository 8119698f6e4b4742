// A second start before complete.
// finds: twice FP-EPOCH-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);  // FINDS(twice)
    MPI_Win_complete(win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
