// The result of a get is read and used before the fence. Moving only the read to after the fence would change the value
// that is used: a fence is added.
// finds: race FP-RACE-005
// says: Call MPI_Win_fence(0, win) on all ranks between MPI_Get at what_was_read_is_used_before_the_fence.c:15
// says: Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = -1;
  start_mpi();
  int* memory = make_window(&win, 1);
  memory[0] = 10 + rank;
  MPI_Win_fence(0, win);
  MPI_Get(&value, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);  // FINDS(race:get)
#ifdef MENDED
  MPI_Win_fence(0, win);
#endif
  const int copy = value;  // FINDS(race:load)
  const int twice = 2 * copy;
  MPI_Win_fence(0, win);
  REQUIRE(twice >= -2);
  MPI_Win_free(&win);
  return end_mpi();
}
