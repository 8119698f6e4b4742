// The winner of a compare-and-swap gets the data of the loser, of which it knows nothing.
// finds: race FP-RACE-002
#include "corpus.h"

enum { WINNER, DATA };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int me = rank + 1, nobody = 0, found, data = 0;
  MPI_Win_lock_all(0, win);
  memory[DATA] = me;  // FINDS(race:store)
  MPI_Win_sync(win);
  MPI_Compare_and_swap(&me, &nobody, &found, MPI_INT, 0, WINNER, win);
  MPI_Win_flush(0, win);
  if (found == 0) {
    MPI_Get(&data, 1, MPI_INT, 1 - rank, DATA, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_flush(1 - rank, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
