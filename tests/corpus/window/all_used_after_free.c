// Calls of all kinds with copies of the handle of a freed window: each is this mistake and no other.
// finds: put FP-WINDOW-008
// finds: get FP-WINDOW-008
// finds: accumulate FP-WINDOW-008
// finds: lock FP-WINDOW-008
// finds: unlock FP-WINDOW-008
// finds: flush FP-WINDOW-008
// finds: fence FP-WINDOW-008
// finds: free FP-WINDOW-008
#include "corpus.h"

int main(void) {
  MPI_Win win, copy;
  start_mpi();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  make_window(&win, 1);
  copy = win;
  MPI_Win_free(&win);
  int value = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, copy);                                 // FINDS(lock)
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, copy);                       // FINDS(put)
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, copy);                       // FINDS(get) LINT(FP-RACE-003, FP-RACE-004)
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, copy);       // FINDS(accumulate) LINT(FP-RACE-003, FP-RACE-005)
  MPI_Win_flush(0, copy);                                                    // FINDS(flush)
  MPI_Win_unlock(0, copy);                                                   // FINDS(unlock)
  MPI_Win_fence(0, copy);                                                    // FINDS(fence)
  MPI_Win_free(&copy);                                                       // FINDS(free)
  return end_mpi();
}
