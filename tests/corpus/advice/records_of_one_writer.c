// Each rank puts a record at its neighbour and then reads those of all: no value depends on one that was read, and each
// record has one writer. Nothing is changed in steps.
// ranks: 3
// finds: race FP-RACE-001
// says: fix MPI_Get of rank
// says: if it does not matter which of the two comes first, as for a status word, both have to be atomic: MPI_Put of rank
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= 3; round++) {
    const int record = 100 * round + rank;
    int seen[16];
#ifdef MENDED
    MPI_Accumulate(&record, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush_all(win);
    for (int of = 0; of < ranks; of++) MPI_Fetch_and_op(NULL, &seen[of], MPI_INT, of, 0, MPI_NO_OP, win);
#else
    MPI_Put(&record, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush_all(win);
    for (int of = 0; of < ranks; of++) MPI_Get(&seen[of], 1, MPI_INT, of, 0, 1, MPI_INT, win);  // FINDS(race:get)
#endif
    MPI_Win_flush_all(win);
    REQUIRE(seen[(rank + 1) % ranks] == record);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
