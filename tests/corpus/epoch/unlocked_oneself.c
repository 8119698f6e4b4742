// Each process locks its neighbour and unlocks itself: the advice names the neighbour as the source does.
// ranks: 3
// finds: unlock FP-EPOCH-009
// finds: open FP-EPOCH-013
// says: fix Call MPI_Win_unlock(right, window) instead of MPI_Win_unlock at unlocked_oneself.c:17. Tried
#include "corpus.h"

int main(void) {
  MPI_Win window;
  start_mpi();
  make_window(&window, 1);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  const int right = (rank + 1) % ranks;
  const int one = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, window);  // FINDS(open)
  MPI_Accumulate(&one, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_unlock(rank, window);  // FINDS(unlock)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);  // FINDS(open)
  return end_mpi();
}
