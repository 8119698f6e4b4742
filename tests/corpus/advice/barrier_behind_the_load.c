// The barrier that follows the put comes after the load. Loading after it would be enough, were it not for the put of
// the next iteration, which also comes after it.
// finds: race FP-RACE-002
// says: fix Add a message or barrier after MPI_Win_flush at barrier_behind_the_load.c:17 on rank 0
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got = 0;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= 3; round++) {
    int value = round * ranks;
    if (rank == 0) {
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_flush(1, win);
    }
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    MPI_Win_sync(win);
    if (rank == 1) got += memory[0];  // FINDS(race:load)
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 1 && got != 12) printf("%d\n", got);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
