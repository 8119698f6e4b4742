// Loads each element of the window a hundred times while a put is on its way: that is no loop that waits for a value.
// finds: race FP-RACE-002
// near: FP-RACE-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int one = 1, sum = 0;
  start_mpi();
  volatile int* memory = make_window(&win, 100);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1)
    for (int i = 0; i < 100; i++)
      for (int k = 0; k < 100; k++) sum += memory[i];  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  REQUIRE(sum >= 0);
  MPI_Win_free(&win);
  return end_mpi();
}
