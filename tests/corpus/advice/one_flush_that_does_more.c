// A flush at the origin only completes a put and an accumulate: one call for both, reported once.
// ranks: 2
// finds: put FP-RACE-002
// finds: sum FP-RACE-006
// says: fix Call MPI_Win_flush_all(win) instead of MPI_Win_flush_local_all(win) at one_flush_that_does_more.c:19.
// says: 1 finding (1 undefined outcome), 1 consequence
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = 3, *memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);                  // FINDS(put)
  MPI_Accumulate(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, MPI_SUM, win);  // FINDS(sum)
#ifdef MENDED
  MPI_Win_flush_all(win);
#else
  MPI_Win_flush_local_all(win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  value = memory[0];   // FINDS(put)
  value += memory[1];  // FINDS(sum)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return value < 0 ? 1 : end_mpi();
}
