// The same put in each round of a loop, with nothing in between: it races with itself. The report says so, once.
// finds: race FP-RACE-003
// says: while an earlier execution of the same call may still be writing them
// says: MPI_Put to rank 1, again
#include "corpus.h"

static void send(const int* value, MPI_Win win) {
  MPI_Put(value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  const int value = 7;
  MPI_Win_fence(0, win);
  for (int round = 0; round < 3 && rank == 0; round++) send(&value, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
