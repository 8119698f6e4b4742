// An accumulate and the owner's load.
// ranks: 2
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
  if (rank == 1) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
