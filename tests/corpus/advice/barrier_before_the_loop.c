// One rank puts in a loop and the other one reads in it, and a barrier is before the loop. One barrier in each round
// would not be enough either, because the next round's put would meet the load.
// finds: race FP-RACE-002
// says: fix The load of rank 1 at barrier_before_the_loop.c:25 has to come after MPI_Win_flush
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value, sum = 0, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++) {
    if (rank == 0) {
      value = i;
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_flush(1, win);
#ifdef MENDED
      MPI_Barrier(MPI_COMM_WORLD);
#endif
    } else {
#ifdef MENDED
      MPI_Barrier(MPI_COMM_WORLD);
#endif
      sum += memory[0];  // FINDS(race:load)
    }
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
#ifdef MENDED
  if (rank == 1) REQUIRE(sum == 3);
#endif
  return sum < 0 ? 1 : end_mpi();
}
