// A put in a loop that no flush completes: its buffer is written again, it is put again, and the target reads what it
// puts. One flush right behind it mends all three.
// ranks: 2
// finds: target FP-RACE-002
// finds: again FP-RACE-003
// finds: buffer FP-RACE-004
// says: fix Add MPI_Win_flush(1 - rank, win) right after MPI_Put at one_flush_in_a_loop.c:18.
// says: 1 finding (1 undefined outcome), 2 consequences
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = 0, sum = 0, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= 3; ++round) {
    value += round;                                             // FINDS(buffer:store)
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(target:put, again, buffer:put)
#ifdef MENDED
    MPI_Win_flush(1 - rank, win);
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    sum += memory[0];  // FINDS(target:load)
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
#ifdef MENDED
  REQUIRE(sum == 1 + 3 + 6);
#endif
  return sum < 0 ? 1 : end_mpi();
}
