// Each process has its own displacement unit: the target's unit counts.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  char* memory;
  start_mpi();
  int unit = rank == 0 ? 4 : 1, value = 7 + rank;
  MPI_Win_allocate(16, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, rank == 0 ? 8 : 2, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(((int*)memory)[2] == 8 - rank);
  MPI_Win_free(&win);
  return end_mpi();
}
