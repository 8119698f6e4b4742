// A created window inside the memory of an allocated one; fences on each in turn.
// native: no (MPICH 4.0 addresses a window nested in another one at the wrong base)
#include "corpus.h"

int main(void) {
  MPI_Win outer, inner;
  start_mpi();
  int* memory = make_window(&outer, 16);
  MPI_Win_create(memory + 8, 32, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &inner);
  int value = 7, other = 8;
  MPI_Win_fence(0, outer);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 8, 1, MPI_INT, outer);
  MPI_Win_fence(0, outer);
  REQUIRE(memory[8] == 7);
  MPI_Win_fence(0, inner);
  MPI_Put(&other, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, inner);
  MPI_Win_fence(0, inner);
  REQUIRE(memory[8] == 8);
  MPI_Win_free(&inner);
  MPI_Win_free(&outer);
  return end_mpi();
}
