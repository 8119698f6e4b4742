// Each rank sets its counter by a store that nothing orders before the updates of the others: an update is lost, and
// its rank polls for ever. The hang follows from the race, also where the first pair is at another rank's counter.
// ranks: 3
// finds: race FP-RACE-006
// finds: lost FP-MATCH-008
// says: fix Correct FP-RACE-006 first: the value that is waited for may have been overwritten there.
// options: --hang-timeout 2
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  const int minus = -1;
  start_mpi();
  int* count = make_window(&win, 1);
  if (rank == 0) usleep(100000);
  count[0] = ranks - 1;  // FINDS(race:store)
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Win_lock_all(0, win);
  for (int other = 0; other < ranks; ++other)
    if (other != rank) MPI_Accumulate(&minus, 1, MPI_INT, other, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
  MPI_Win_flush_all(win);
  for (int left = 1; left != 0;) {
    MPI_Fetch_and_op(NULL, &left, MPI_INT, rank, 0, MPI_NO_OP, win);  // FINDS(lost)
    MPI_Win_flush(rank, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);  // FINDS(lost)
  return end_mpi();
}
