// The function flushes before it returns; the next function's frame lies in the same place.
#include "corpus.h"

static __attribute__((noinline)) void send_to(int target, int value, MPI_Win win) {
  int copy = value;
  MPI_Put(&copy, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(target, win);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    send_to(1 - rank, i, win);
    MPI_Win_flush(1 - rank, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  REQUIRE(memory[0] == 2);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
