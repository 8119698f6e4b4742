// MPI_Win_free is refused in an open epoch: the window stays as it was, and the program corrects its mistake.
// finds: free FP-EPOCH-013
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);  // FINDS(free)
  int code = MPI_Win_free(&win);             // FINDS(free)
  REQUIRE(code != MPI_SUCCESS && win != MPI_WIN_NULL);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
