// A fence with MPI_MODE_NOSTORE after a store to the window, which was made on memory that another window allocated.
// finds: assert FP-ASSERT-005
#include "corpus.h"

int main(void) {
  MPI_Win allocated, win;
  start_mpi();
  int* memory = make_window(&allocated, 4);
  int got;
  MPI_Win_create(memory, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  memory[2] = rank;                      // FINDS(assert:store)
  MPI_Win_fence(MPI_MODE_NOSTORE, win);  // FINDS(assert)
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(got == 1 - rank);
  MPI_Win_free(&win);
  MPI_Win_free(&allocated);
  return end_mpi();
}
