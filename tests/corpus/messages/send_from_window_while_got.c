// Sending window memory and a get of it only read: no conflict, however unordered.
// near: FP-RACE-011
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(memory, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 2) MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  REQUIRE(rank == 1 || value == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
