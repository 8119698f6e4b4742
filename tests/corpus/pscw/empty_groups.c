// Start and post with an empty group do nothing, but still need MPI_Win_complete and MPI_Win_wait.
// near: FP-EPOCH-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
  return end_mpi();
}
