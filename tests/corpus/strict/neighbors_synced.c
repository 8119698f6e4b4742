// A store into a shared window and a neighbor's load with MPI_Win_sync on both sides of the barrier.
// near: FP-RACE-013
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Win_lock_all(0, win);
  if (rank == 0) memory[0] = 7;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1) REQUIRE(first[0] == 7);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
