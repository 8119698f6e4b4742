// All ranks take a number with a get and count it with an accumulate: two may take the same one. Neither an order of
// the two nor an atomic read would help.
// finds: ticket FP-RACE-006
// finds: own FP-RACE-003
// says: fix The value has to be read and changed in one step, by MPI_Fetch_and_op with MPI_SUM in place of MPI_Get at got_and_added_to.c:18 and MPI_Accumulate at got_and_added_to.c:19
// says: and so undefined FP-RACE-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int ticket = -1, one = 1, sum;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
#ifdef MENDED
  MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
#else
  MPI_Get(&ticket, 1, MPI_INT, 0, 0, 1, MPI_INT, win);               // FINDS(ticket:get, own:get)
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(ticket:accumulate, own:accumulate)
#endif
  MPI_Win_flush(0, win);
  MPI_Win_unlock_all(win);
  MPI_Allreduce(&ticket, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#ifdef MENDED
  REQUIRE(sum == 1);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
