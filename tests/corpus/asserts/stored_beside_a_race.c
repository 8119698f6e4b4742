// The promise that nothing was stored is wrong, and two puts meet elsewhere in the window: the promise has to go,
// whatever becomes of the puts.
// ranks: 3
// finds: stored FP-ASSERT-005
// finds: puts FP-RACE-001
// says: fix Remove MPI_MODE_NOSTORE from MPI_Win_fence at stored_beside_a_race.c:17. Tried on the recorded run
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 8);
  int value = rank + 1;
  MPI_Win_fence(0, win);
  memory[2] = 7;                                                      // FINDS(stored:store)
  if (rank != 0) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(puts:put)
  MPI_Win_fence(MPI_MODE_NOSTORE, win);                               // FINDS(stored)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
