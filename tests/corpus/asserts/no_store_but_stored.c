// A fence with MPI_MODE_NOSTORE after the window has been stored to.
// finds: assert FP-ASSERT-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  int got;
  MPI_Win_fence(0, win);
  memory[2] = rank;                      // FINDS(assert:store)
  MPI_Win_fence(MPI_MODE_NOSTORE, win);  // FINDS(assert)
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(got == 1 - rank);
  MPI_Win_free(&win);
  return end_mpi();
}
