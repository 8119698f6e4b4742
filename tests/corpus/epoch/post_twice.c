// A second post before the wait.
// finds: twice FP-EPOCH-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);  // FINDS(twice)
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
