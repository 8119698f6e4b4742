// Local completion gives the origin buffer back, whatever the way to it: flush_local, flush_local_all, unlock.
// near: FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  int value = 1;
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(1 - rank, win);
  value = 2;
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  MPI_Win_flush_local_all(win);
  value = 3;
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 2, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  value = 4;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  REQUIRE(memory[0] == 1 && memory[1] == 2 && memory[2] == 3 && value == 4);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
