// A compare-and-swap that fails has read the other one's value, so it is ordered after it; the loser gets the winner's
// data. The winner is not ordered after the loser.
#include "corpus.h"

enum { WINNER, DATA };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int me = rank + 1, nobody = 0, found, data = 0;
  MPI_Win_lock_all(0, win);
  memory[DATA] = me;
  MPI_Win_sync(win);
  MPI_Compare_and_swap(&me, &nobody, &found, MPI_INT, 0, WINNER, win);
  MPI_Win_flush(0, win);
  if (found != 0) {
    MPI_Get(&data, 1, MPI_INT, found - 1, DATA, 1, MPI_INT, win);
    MPI_Win_flush(found - 1, win);
    REQUIRE(data == found);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
