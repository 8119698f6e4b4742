// The window is filled and then read by gets of the same round: the fence is missing between the two, in this order.
// finds: race FP-RACE-002
// says: fix Call MPI_Win_fence(0, win) on all ranks between the store of rank
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  for (int round = 0; round < 3; round++) {
    memory[0] = round;  // FINDS(race:store)
#ifdef MENDED
    MPI_Win_fence(0, win);
#endif
    MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_fence(0, win);
    if (got > round) printf("%d\n", got);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
