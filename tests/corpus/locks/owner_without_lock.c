// The owner stores without a lock while others put under an exclusive one.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  if (rank == 0) {
    memory[0] = 1;  // FINDS(race:store)
  } else {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
