// A get brings its value into window memory, where another process looks at it atomically.
// ranks: 3
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(memory, 1, MPI_INT, 1, 0, 1, MPI_INT, win);                   // FINDS(race:get)
  if (rank == 2) MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 0, MPI_NO_OP, win);        // FINDS(race:fetch_and_op)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
