// Before the fence, the data is read at the target and its buffer is overwritten: one more fence fixes both.
// ranks: 2
// finds: target FP-RACE-002
// finds: buffer FP-RACE-004
// says: Tried on the recorded run: this fixes it and breaks nothing.
// says: 1 finding (1 undefined outcome), 1 consequence
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = rank + 1, sum = 0, *memory = make_window(&win, 1);
  for (int round = 0; round < 3; ++round) {
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(target:put, buffer:put)
#ifdef MENDED
    MPI_Win_fence(0, win);
#endif
    sum += memory[0];     // FINDS(target:load)
    value = sum + round;  // FINDS(buffer:store)
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  return sum < 0 ? 1 : end_mpi();
}
