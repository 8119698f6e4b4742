// A get beside a fetch-and-add: the counter must be read with MPI_NO_OP.
// ranks: 3
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = 7;
  int result = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
  if (rank == 2) MPI_Fetch_and_op(&value, &result, MPI_INT, 1, 0, MPI_SUM, win);  // FINDS(race:fetch_and_op)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
