// An atomic read as MPI_UNSIGNED beside an accumulate of MPI_INT.
// ranks: 3
// finds: race FP-RACE-007
// says: access bytes 0 to 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = 7;
  int result = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
  if (rank == 2) MPI_Fetch_and_op(NULL, &result, MPI_UNSIGNED, 1, 0, MPI_NO_OP, win);  // FINDS(race:fetch_and_op)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
