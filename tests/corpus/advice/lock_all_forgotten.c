// MPI_Win_lock_all is missing; MPI_Win_unlock_all is there. A lock around only the MPI_Win_sync would hide that, and
// would be a second lock as soon as the mistake is fixed.
// mpi: mpich (others do not refuse the sync)
// finds: put FP-EPOCH-001
// finds: sync FP-EPOCH-011
// says: Correct FP-EPOCH-001 first: MPI_Win_unlock_all at lock_all_forgotten.c:19 closes an epoch that is not opened
// says: fix Add MPI_Win_lock_all(0, win) before MPI_Win_sync at lock_all_forgotten.c:16, for MPI_Win_unlock_all at lock_all_forgotten.c:19 closes the epoch. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  memory[1] = rank;
  MPI_Win_sync(win);                                         // FINDS(sync)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(put)
  MPI_Win_unlock_all(win);                                   // FINDS(put)
  MPI_Win_free(&win);
  return end_mpi();
}
