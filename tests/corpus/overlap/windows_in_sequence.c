// Windows come and go over the same memory; freeing one completes and orders.
#include "corpus.h"

int main(void) {
  int* memory;
  start_mpi();
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
  for (int i = 1; i <= 3; i++) {
    MPI_Win win;
    MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&i, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    REQUIRE(memory[0] == i);
    memory[0] = -i;
  }
  MPI_Free_mem(memory);
  return end_mpi();
}
