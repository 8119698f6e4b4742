// Windows on parts of a communicator: the fence orders only the members of its own window.
// near: FP-MATCH-002
// ranks: 4
// native: no (Open MPI 4.1 sometimes fails when disjoint communicators allocate windows at once)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm half;
  int* memory;
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);  // ranks turned around: {2, 0} and {3, 1}
  int mine, value = 10 + rank;
  MPI_Comm_rank(half, &mine);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, half, &memory, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, 1 - mine, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(memory[0] == 10 + (rank + 2) % 4);
  MPI_Win_free(&win);
  MPI_Comm_free(&half);
  return end_mpi();
}
