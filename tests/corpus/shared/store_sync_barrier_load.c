// A store, Win_sync, a barrier, Win_sync, a load by the neighbor: the way to share memory.
// near: FP-RACE-009
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *neighbor, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 1 - rank, &size, &unit, &neighbor);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  memory[0] = 10 + rank;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(neighbor[0] == 11 - rank);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
