// Each rank changes a status word in its memory by a store, and the others look at it with a get, as often as they
// like: no call that all make can come between.
// ranks: 3
// finds: race FP-RACE-002
// says: or if it does not matter which of the two comes first, as for a status word, both have to be atomic:
// says: by MPI_Fetch_and_op with MPI_NO_OP (or the exclusive lock of rank
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int status = 0, seen;
  start_mpi();
  MPI_Win_create(&status, sizeof status, sizeof status, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int k = 1; k <= 3 + 2 * rank; k++) {
    const int other = (rank + k) % ranks;
    if (other != rank) {
      MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
#ifdef MENDED
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, other, 0, MPI_NO_OP, win);
#else
      MPI_Get(&seen, 1, MPI_INT, other, 0, 1, MPI_INT, win);  // FINDS(race:get)
#endif
      MPI_Win_unlock(other, win);
    }
#ifdef MENDED
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Accumulate(&k, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock(rank, win);
#else
    status = k;                                               // FINDS(race:store)
#endif
  }
  MPI_Win_free(&win);
  return end_mpi();
}
