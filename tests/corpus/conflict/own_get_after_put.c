// A get after a put of the same process need not see it.
// ranks: 2
// finds: race FP-RACE-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = 7;
  int result = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);   // FINDS(race:put)
    MPI_Get(&result, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
