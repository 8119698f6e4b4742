// Two accumulates of MPI_SHORT whose elements overlap by one byte.
// ranks: 3
// finds: race FP-RACE-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  char* memory;
  start_mpi();
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  short value = 1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&value, 1, MPI_SHORT, 1, 0, 1, MPI_SHORT, MPI_SUM, win);  // FINDS(race:accumulate)
  if (rank == 2) MPI_Accumulate(&value, 1, MPI_SHORT, 1, 1, 1, MPI_SHORT, MPI_SUM, win);  // FINDS(race:accumulate)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
