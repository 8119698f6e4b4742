// Tasks are taken by compare and swap, and the word is read with a get: an atomic read is missing, not an order.
// finds: race FP-RACE-006
// says: fix Call MPI_Fetch_and_op(NULL, &head, MPI_INT, 0, 0, MPI_NO_OP, win) instead of MPI_Get of rank
#include "corpus.h"

static int take(MPI_Win win) {
  int head, next, seen;
  do {
#ifdef MENDED
    MPI_Fetch_and_op(NULL, &head, MPI_INT, 0, 0, MPI_NO_OP, win);
#else
    MPI_Get(&head, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:get)
#endif
    MPI_Win_flush(0, win);
    if (head == 6) return 0;
    next = head + 1;
    MPI_Compare_and_swap(&next, &head, &seen, MPI_INT, 0, 0, win);  // FINDS(race:compare_and_swap)
    MPI_Win_flush(0, win);
  } while (seen != head);
  return 1;
}

int main(void) {
  MPI_Win win;
  int taken = 0, all;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  while (take(win)) taken++;
  MPI_Win_unlock_all(win);
  MPI_Reduce(&taken, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
#ifdef MENDED
  if (rank == 0) REQUIRE(all == 6);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
