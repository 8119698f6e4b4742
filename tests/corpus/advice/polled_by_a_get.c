// A rank gets a word in a loop until another one has incremented it. No barrier could be in that loop, because its
// number of rounds is unknown.
// finds: race FP-RACE-006
// says: fix Call MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win) instead of MPI_Get of rank 1 at polled_by_a_get.c:23
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int seen = 0;
  const int one = 1;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
    MPI_Win_flush(0, win);
  } else {
    do {
#ifdef MENDED
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
#else
      // (Its result is read after the flush.)
      MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:get)
#endif
      MPI_Win_flush(0, win);
    } while (seen == 0);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
