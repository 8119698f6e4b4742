// Each process stores to its own segment; the segments lie side by side.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int* memory;
  start_mpi();
  MPI_Win_allocate_shared(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i < 3; i++) memory[i] = rank;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int i = 0; i < 3; i++) REQUIRE(memory[i] == rank);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
