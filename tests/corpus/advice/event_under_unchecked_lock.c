// An event: posted by an accumulate under an exclusive lock, waited for in an epoch of MPI_MODE_NOCHECK. Without the
// assertion, one would wait for the lock that the other releases only when it has seen the post.
// options: --disable RACE
// finds: promise FP-ASSERT-008
// says: fix No conflicting lock may be held at the same time: MPI_Win_lock at event_under_unchecked_lock.c:21 has to take a shared lock, if everything done under it is atomic
#include "corpus.h"

#ifdef MENDED
#define TYPE MPI_LOCK_SHARED
#else
#define TYPE MPI_LOCK_EXCLUSIVE
#endif

int main(void) {
  MPI_Win win;
  const int one = 1;
  int seen = 0;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(TYPE, 1, 0, win);  // FINDS(promise)
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(1, win);
  } else {
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);  // FINDS(promise)
    while (seen == 0) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
