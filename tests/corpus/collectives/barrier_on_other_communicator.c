// The barrier is on a communicator to which the writer does not belong.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm some;
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &some);  // {0}, {1, 2}
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_all(win);
  MPI_Barrier(some);
  if (rank == 2) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&some);
  return end_mpi();
}
