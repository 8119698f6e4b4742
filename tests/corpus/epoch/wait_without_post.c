// wait without post, and a test after the one that was true.
// finds: wait FP-EPOCH-007
// finds: test FP-EPOCH-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int done = 0;
  if (rank == 0) {
    MPI_Win_wait(win);  // FINDS(wait)
  } else {
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    while (!done) MPI_Win_test(win, &done);
    MPI_Win_test(win, &done);  // FINDS(test)
  }
  MPI_Win_free(&win);
  return end_mpi();
}
