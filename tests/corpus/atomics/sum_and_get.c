// A get reads a counter while another process adds to it: a get is not atomic.
// ranks: 3
// finds: race FP-RACE-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int one = 1, sum;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
  if (rank == 1) MPI_Get(&sum, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:get)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
