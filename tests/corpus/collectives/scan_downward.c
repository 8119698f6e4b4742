// A scan does not order higher ranks before lower ones.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int sum;
  MPI_Win_lock_all(0, win);
  if (rank == 2) MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_all(win);
  MPI_Exscan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
