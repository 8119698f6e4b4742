// MPI_MODE_NOCHECK at exclusive locks that nothing separates.
// finds: assert FP-ASSERT-008
// finds: race FP-RACE-001
// says: and so undefined FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win);  // FINDS(assert)
  MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);          // FINDS(race:put)
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
