// The memory is freed before the window that was made on it.
// finds: freed FP-WINDOW-003
// says: fix Move free at freed_while_exposed.c:16 after MPI_Win_free at freed_while_exposed.c:18.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = calloc(64, sizeof(int));
  MPI_Win_create(memory, 64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(freed)
  MPI_Win_fence(0, win);
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  const int got = memory[1 - rank];
  REQUIRE(got == ranks);
  free(memory);  // FINDS(freed)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
