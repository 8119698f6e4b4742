// Puts of two processes that have one byte in common.
// ranks: 3
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  int value = 7;
  MPI_Datatype shifted;  // one int, 3 bytes further
  int one = 1;
  MPI_Aint three = 3;
  MPI_Type_create_hindexed(1, &one, &three, MPI_INT, &shifted);
  MPI_Type_commit(&shifted);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 2) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, shifted, win);  // FINDS(race:put)
  MPI_Win_unlock_all(win);
  MPI_Type_free(&shifted);
  MPI_Win_free(&win);
  return end_mpi();
}
