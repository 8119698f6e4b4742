// The result buffer of a broadcast is window memory from which another process gets at the same time.
// ranks: 3
// finds: race FP-RACE-011
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm two;
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2, 0, &two);
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Bcast(&value, 1, MPI_INT, 0, two);
  if (rank == 1) MPI_Bcast(memory, 1, MPI_INT, 0, two);               // FINDS(race)
  if (rank == 2) MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&two);
  return end_mpi();
}
