// The message goes left, the put went right: the one who loads has heard from the wrong neighbor.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  int value = rank + 1, got;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(right, win);
  MPI_Sendrecv(&value, 1, MPI_INT, left, 0, &got, 1, MPI_INT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_sync(win);
  printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
