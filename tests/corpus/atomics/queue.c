// A queue at rank 0: a slot is reserved by fetch-and-add, filled by a put, and marked ready by an accumulate.
// near: FP-RACE-001 FP-RACE-002
// ranks: 3
#include "corpus.h"

enum { NEXT, READY = 4, VALUE = 8, SLOTS = 4 };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 12);
  int one = 1;
  MPI_Win_lock_all(0, win);
  if (rank > 0) {
    for (int i = 0; i < 2; i++) {
      int slot, value = 10 * rank + i;
      MPI_Fetch_and_op(&one, &slot, MPI_INT, 0, NEXT, MPI_SUM, win);
      MPI_Win_flush(0, win);
      MPI_Put(&value, 1, MPI_INT, 0, VALUE + slot, 1, MPI_INT, win);
      MPI_Win_flush(0, win);
      MPI_Accumulate(&one, 1, MPI_INT, 0, READY + slot, 1, MPI_INT, MPI_SUM, win);
      MPI_Win_flush(0, win);
    }
  } else {
    int sum = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      for (int ready = 0; !ready;) {
        MPI_Fetch_and_op(NULL, &ready, MPI_INT, 0, READY + slot, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
      }
      MPI_Win_sync(win);
      sum += memory[VALUE + slot];
    }
    REQUIRE(sum == 10 + 11 + 20 + 21);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
