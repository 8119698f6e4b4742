// Locks of several targets at once, given back in another order.
// near: FP-EPOCH-008 FP-EPOCH-009
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 3);
  for (int target = 0; target < ranks; target++) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int target = 0; target < ranks; target++) MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
  for (int i = 0; i < ranks; i++) MPI_Win_unlock((rank + i) % ranks, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  for (int i = 0; i < ranks; i++) REQUIRE(memory[i] == i);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
