// Writer and reader both take shared locks.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (rank == 0) printf("%d\n", memory[0]);                            // FINDS(race:load)
  if (rank == 1) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
