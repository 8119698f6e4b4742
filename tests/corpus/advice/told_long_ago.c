// The flag is raised before the put is complete. So many signals follow that the call is no longer remembered, only
// that there was one. The buffer is also used again: one flush is missing.
// finds: race FP-RACE-002
// finds: reused FP-RACE-004
// says: A later call of rank 0 leads to the load of rank 1 at told_long_ago.c:36 (which call is no longer known), but MPI_Put of rank 0 at told_long_ago.c:22 is not yet complete there.
// says: fix Add MPI_Win_flush(1, win) right after MPI_Put at told_long_ago.c:22.
// says: 1 finding (1 undefined outcome), 1 consequence
#include <unistd.h>

#include "corpus.h"

enum { DATA, FLAG, SUM };

int main(void) {
  MPI_Win win;
  const int one = 1;
  int value = 7, raised, read = 7;
  start_mpi();
  const int* memory = make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);  // FINDS(race:put, reused:put)
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
    MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG, 1, MPI_INT, MPI_REPLACE, win);
    for (int i = 0; i < 1000; i++) MPI_Accumulate(&one, 1, MPI_INT, 0, SUM, 1, MPI_INT, MPI_SUM, win);
    value = 0;  // FINDS(reused:store)
    MPI_Win_flush_all(win);
  } else {
    do {
      MPI_Fetch_and_op(NULL, &raised, MPI_INT, 1, FLAG, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (!raised);
    usleep(200000);
    read = memory[DATA];  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
#ifdef MENDED
  REQUIRE(read == 7);
#endif
  return read < 0 || value < 0 ? 1 : end_mpi();
}
