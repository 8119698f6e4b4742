// The process that gets the first number reads everything: the others need not have put yet.
// ranks: 3
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);  // one for each, counter
  int one = 1, number, values[3];
  MPI_Win_lock_all(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(0, win);
  MPI_Fetch_and_op(&one, &number, MPI_INT, 0, 3, MPI_SUM, win);
  MPI_Win_flush(0, win);
  if (number == 0) {
    MPI_Get(values, 3, MPI_INT, 0, 0, 3, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
