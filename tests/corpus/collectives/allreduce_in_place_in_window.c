// MPI_IN_PLACE on window memory, ordered by barriers with the gets before and after.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int got = -1;
  memory[0] = rank + 1;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(got == 2 - rank);
  MPI_Allreduce(MPI_IN_PLACE, memory, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(got == 3);
  MPI_Win_free(&win);
  return end_mpi();
}
