// The window is fenced and then locked, although its info promises that nobody locks it. The lock has its effect all
// the same: the get is complete when the lock is given back.
// finds: lock FP-INFO-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  int value = 0;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);  // FINDS(lock)
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    REQUIRE(value == 1);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
