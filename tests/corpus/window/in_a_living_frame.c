// Windows over local arrays of functions that free them before they return, one after the other and one in the other.
// near: FP-WINDOW-003
#include "corpus.h"

static __attribute__((noinline)) int use(int depth) {
  int memory[64], got = -1;
  MPI_Win win;
  for (int i = 0; i < 64; i++) memory[i] = 100 * depth + i;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  int deeper = depth > 0 ? use(depth - 1) : 0;
  MPI_Win_fence(0, win);
  MPI_Get(&got, 1, MPI_INT, (rank + 1) % ranks, 7, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return got == 100 * depth + 7 ? deeper : 1;
}

int main(void) {
  start_mpi();
  for (int i = 0; i < 3; i++) REQUIRE(use(i) == 0);
  return end_mpi();
}
