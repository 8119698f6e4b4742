// The buffer of a get is read before the value has arrived.
// finds: race FP-RACE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int value = 0;
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
    printf("%d\n", value);                               // FINDS(race:load)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
