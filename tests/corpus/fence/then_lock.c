// A fence after which nothing happens opens no epoch: a lock may follow, and a fence after that.
// near: FP-EPOCH-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
  value++;
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(memory[0] == 8);
  MPI_Win_free(&win);
  return end_mpi();
}
