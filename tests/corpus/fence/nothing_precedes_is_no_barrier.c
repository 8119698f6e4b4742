// A fence with MPI_MODE_NOPRECEDE need not synchronize: it does not order the put of another window before the load.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  start_mpi();
  int* memory = make_window(&win, 1);
  make_window(&other, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_all(win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, other);
  if (rank == 1) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Win_free(&other);
  return end_mpi();
}
