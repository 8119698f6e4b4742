// Two puts of one buffer are not complete when it changes, nor when the message tells of them: one flush before the
// store completes both, for both.
// finds: first FP-RACE-002
// finds: second FP-RACE-002
// finds: reused FP-RACE-004
// finds: again FP-RACE-004
// says: fix Add MPI_Win_flush(1, win) before the store at one_flush_for_two_puts.c:23.
// says: 1 finding (1 undefined outcome), 3 consequences
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(first:put, reused:put)
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(second:put, again:put)
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
    value = 0;  // FINDS(reused:store, again:store)
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    value += memory[0];  // FINDS(first:load)
    value += memory[1];  // FINDS(second:load)
#ifdef MENDED
    REQUIRE(value == 14);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return value < 0 ? 1 : end_mpi();
}
