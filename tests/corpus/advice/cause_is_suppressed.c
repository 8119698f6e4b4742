// Two puts of one buffer. The finding from which the others follow is suppressed: these are mistakes of their own, and
// what is advised for them was tried.
// finds: reused FP-RACE-004
// finds: again FP-RACE-004
// says: fix Add MPI_Win_flush_local(1, win) before the store at cause_is_suppressed.c:21; or the two have to use different buffers. The first of these was tried on the recorded run
// says: 1 finding (1 undefined outcome), 1 consequence
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(reused:put)
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(again:put)
#ifdef MENDED
    MPI_Win_flush_local(1, win);
#endif
    value = 0;  // FINDS(reused:store, again:store)
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // fencepost: ignore FP-RACE-002 old values will do
    value += memory[0];
    // fencepost: ignore FP-RACE-002 old values will do
    value += memory[1];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return value < 0 ? 1 : end_mpi();
}
