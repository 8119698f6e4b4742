// MPI_Win_lock_all is missing at the beginning, where MPI_Win_sync is the first call that needs it. The advice opens the
// epoch there, once for all that is inside.
// finds: outside FP-EPOCH-001
// says: fix Add MPI_Win_lock_all(0, win) before MPI_Win_sync at lock_all_before_syncs.c:15, for MPI_Win_unlock_all at lock_all_before_syncs.c:24 closes the epoch. Tried
// mpi: openmpi (MPICH refuses MPI_Win_sync, too: lock_all_forgotten.c)
#include "corpus.h"

int main(void) {
  start_mpi();
  MPI_Win win;
  int* const memory = make_window(&win, 2);
  const int one = 1;

  memory[0] = rank;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Accumulate(&one, 1, MPI_INT, (rank + 1) % ranks, 1, 1, MPI_INT, MPI_SUM, win);  // FINDS(outside)
  MPI_Win_flush((rank + 1) % ranks, win);  // FINDS(outside)

  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == rank);
  MPI_Win_unlock_all(win);  // FINDS(outside)
  MPI_Win_free(&win);
  return end_mpi();
}
