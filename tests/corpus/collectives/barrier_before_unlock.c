// Put, barrier, load at the target, and only then the unlock that completes the put.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) printf("%d\n", memory[0]);  // FINDS(race:load)
  if (rank == 0) MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  return end_mpi();
}
