// A target rank for which Open MPI has no constant, and which is MPI_ROOT in MPICH.
// mpi: openmpi
// finds: put FP-RANGE-003
// says: MPI_Put with target rank -3,
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, -3, 0, 1, MPI_INT, win);  // FINDS(put:put)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
