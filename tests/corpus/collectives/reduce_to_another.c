// A reduction orders everybody before its root, not before the other processes.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int sum = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_all(win);
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 2) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
