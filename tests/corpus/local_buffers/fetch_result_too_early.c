// The result of a fetch_and_op is used before a flush.
// finds: race FP-RACE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int one = 1, before = -1;
    MPI_Fetch_and_op(&one, &before, MPI_INT, 1, 0, MPI_SUM, win);  // FINDS(race:fetch_and_op)
    if (before == 5) puts("five");                                 // FINDS(race:load)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
