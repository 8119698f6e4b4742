// Negative target ranks for which MPI has no constant: the report has the number that the program passed.
// finds: put FP-RANGE-003
// finds: flush FP-RANGE-003
// says: MPI_Put with target rank -5,
// says: MPI_Win_flush with target rank -1000,
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, -5, 0, 1, MPI_INT, win);  // FINDS(put:put)
    MPI_Win_flush(-1000, win);                            // FINDS(flush)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
