// A broadcast overwrites the origin buffer of a pending accumulate.
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = rank;
  MPI_Win_lock_all(0, win);
  if (rank == 1) MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);                                   // FINDS(race)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
