// One rank puts and changes its buffer before the fence, while the others do nothing: the fence that is missing is one of
// all ranks, so it comes between two parts of the condition, in each round.
// ranks: 2
// finds: race FP-RACE-004
// says: fix Call MPI_Win_fence(0, win) on all ranks between MPI_Put at divided_for_a_fence.c:16 and the store at divided_for_a_fence.c:18; or the two have to use different buffers. The first of these was tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = 0, *memory = make_window(&win, 2);
  MPI_Win_fence(0, win);
  for (int round = 0; round < 3; round++) {
    if (rank == 0) {
      // The first part.
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
      // The second part.
      value = 7 + round;  // FINDS(race:store)
      MPI_Put(&round, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
  }
  REQUIRE(rank != 1 || memory[1] == 2);
  MPI_Win_free(&win);
  return end_mpi();
}
