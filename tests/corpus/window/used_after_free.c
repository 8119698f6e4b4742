// A copy of the handle is used after the window has been freed.
// finds: freed FP-WINDOW-008
// says: calls MPI_Win_lock_all on the window of MPI_Win_allocate at corpus.h:21, which it has freed.
#include "corpus.h"

int main(void) {
  MPI_Win win, copy;
  start_mpi();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  make_window(&win, 1);
  copy = win;
  MPI_Win_free(&win);
  MPI_Win_lock_all(0, copy);  // FINDS(freed)
  return end_mpi();
}
