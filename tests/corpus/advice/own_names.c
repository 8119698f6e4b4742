// Windows and requests have the program's names in findings.
// options: --enable FP-EPOCH-011
// finds: request FP-EPOCH-019
// finds: flush FP-EPOCH-010
// finds: sync FP-EPOCH-011
// finds: unlock FP-EPOCH-009
// finds: open FP-EPOCH-013
// says: Add MPI_Wait(&arrived, MPI_STATUS_IGNORE) after MPI_Rget at own_names.c:23
// says: fix Remove MPI_Win_flush at own_names.c:25, which completes nothing
// says: MPI_Win_lock_all(MPI_MODE_NOCHECK, halo) has to come once after the creation of the window
// says: fix Remove MPI_Win_unlock_all at own_names.c:28. Tried
// says: Add MPI_Win_unlock_all(flags)
#include "corpus.h"

int main(void) {
  MPI_Win halo, flags;
  MPI_Request arrived;
  start_mpi();
  make_window(&halo, 1);
  make_window(&flags, 1);
  int peer = 1 - rank, value;
  MPI_Win_lock_all(0, halo);
  MPI_Rget(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, halo, &arrived);  // FINDS(request)
  MPI_Win_unlock_all(halo);
  MPI_Win_flush(peer, halo);  // FINDS(flush)
  MPI_Win_sync(halo);         // FINDS(sync)
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, halo);
  MPI_Win_unlock_all(halo);  // FINDS(unlock)
  MPI_Win_unlock(peer, halo);
  MPI_Win_lock_all(0, flags);  // FINDS(open)
  MPI_Win_free(&flags);        // FINDS(open)
  MPI_Win_free(&halo);
  return end_mpi();
}
