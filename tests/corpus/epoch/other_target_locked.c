// One target is locked, another one is put to.
// ranks: 3
// finds: target FP-EPOCH-002
// says: epoch none for this target
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(target:put)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
