// Two buffers take turns, and each is put to the same place: what is missing is the completion at the target, not another
// place.
// finds: puts FP-RACE-003
// says: fix Call MPI_Win_flush(right, win) instead of MPI_Win_flush_local(right, win) at two_buffers_flushed_locally.c:
// says: has to change with its origin, if each time is meant for a place of its own.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  double buffers[2][4];
  start_mpi();
  make_window(&win, 8);
  const int right = (rank + 1) % ranks;
  MPI_Win_lock_all(0, win);
  for (int step = 0; step < 4; step++) {
    double* state = buffers[step % 2];
    for (int i = 0; i < 4; i++) state[i] = rank + step;
    MPI_Put(state, 4, MPI_DOUBLE, right, 0, 4, MPI_DOUBLE, win);  // FINDS(puts)
#ifdef MENDED
    MPI_Win_flush(right, win);
#else
    // (That is enough to change the buffer.)
    MPI_Win_flush_local(right, win);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
