// With fences: the value is there after the closing fence, not before it.
// finds: race FP-RACE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value = 0;
  MPI_Win_fence(0, win);
  MPI_Get(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:get)
  printf("%d\n", value);                                      // FINDS(race:load)
  MPI_Win_fence(0, win);
  REQUIRE(value == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
