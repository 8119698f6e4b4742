// The word that tells another rank to go on is not complete when its buffer is used again. A flush at the origin alone would
// leave open when the other rank sees it.
// finds: early FP-RACE-004
// says: fix Add MPI_Win_flush(1, win)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 1, seen = 0;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(early:accumulate)
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
    value = 2;  // FINDS(early:store)
  }
  MPI_Win_flush_all(win);
  while (rank == 1 && seen == 0) {
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return rank == 0 && value != 2 ? 1 : end_mpi();
}
