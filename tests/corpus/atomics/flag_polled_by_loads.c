// The owner spins on the flag with plain loads.
// finds: flag FP-RACE
// finds: data FP-RACE-002
// says: 1 finding
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  volatile int* memory = make_window(&win, 2);  // data, flag
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int value = 7, up = 1;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(data:put)
    MPI_Win_flush(1, win);
    MPI_Accumulate(&up, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(flag:accumulate)
    MPI_Win_flush(1, win);
  } else {
    while (memory[1] == 0) MPI_Win_sync(win);  // FINDS(flag:load)
    printf("%d\n", memory[0]);                 // FINDS(data:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
