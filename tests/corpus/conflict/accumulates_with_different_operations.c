// Sum and maximum at once break the promise of accumulate_ops, which is same_op_no_op by default.
// ranks: 3
// finds: ops FP-INFO-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(ops)
  if (rank == 2) MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_MAX, win);  // FINDS(ops)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
