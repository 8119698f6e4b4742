// A put from window memory, to which another process accumulates.
// ranks: 3
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(memory, 1, MPI_INT, 1, 0, 1, MPI_INT, win);                  // FINDS(race:put)
  if (rank == 2) MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
