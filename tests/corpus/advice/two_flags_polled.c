// Two ranks raise flags at each other and wait for them with loads. What the one that waited stores into its flag
// behind that follows from the loads of this flag, not from those of the other one.
// finds: other FP-RACE-008
// finds: own FP-RACE-008
// finds: reset FP-RACE-006
// says: fix Correct FP-RACE-008 (two_flags_polled.c:29 and two_flags_polled.c:43) first: what orders those two also orders these.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  volatile int* flag = make_window(&win, 1);
  const int one = 1;
#ifdef MENDED
  int seen;
#endif
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(other)
    MPI_Win_flush(0, win);
#ifdef MENDED
    do {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (!seen);
#else
    do {
      MPI_Win_sync(win);
    } while (!*flag);  // FINDS(own:load)
#endif
    *flag = 0;  // FINDS(reset:store)
  } else {
#ifdef MENDED
    do {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    } while (!seen);
#else
    do {
      MPI_Win_sync(win);
    } while (!*flag);  // FINDS(other:load)
#endif
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(own, reset)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
