// What a rank got is read before the fence, in a block whose condition the get may change: the block cannot be divided so
// that a fence of all ranks comes in between.
// ranks: 2
// finds: race FP-RACE-005
// says: fix A call of MPI_Win_fence that all ranks of the window reach has to come between MPI_Get at condition_that_the_get_changes.c:14 and the load at condition_that_the_get_changes.c:15
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int got = 0, sum = 1, *memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank == 0 && got == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
    sum += got;                                        // FINDS(race:load)
  }
  MPI_Win_fence(0, win);
  if (sum == 0) printf("%d\n", memory[0]);
  MPI_Win_free(&win);
  return end_mpi();
}
