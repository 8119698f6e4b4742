// At the edge the neighbour is MPI_PROC_NULL: it is locked, put to and flushed like others, without any effect.
// ranks: 2
// near: FP-EPOCH-010
// native: no (Open MPI 4.1 breaks down in MPI_Win_flush of MPI_PROC_NULL)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
  MPI_Put(&ranks, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush(right, win);
  MPI_Win_flush_local(right, win);
  MPI_Win_unlock(right, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Put(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Win_flush(MPI_PROC_NULL, win);
  MPI_Win_unlock(0, win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&ranks, 1, MPI_INT, right, 1, 1, MPI_INT, win);
  MPI_Win_flush(right, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[0] == rank * ranks && memory[1] == rank * ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
