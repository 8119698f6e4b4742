// A barrier that can be used again: all count with fetch-and-add; the last one resets the counter and flips the sense.
// ranks: 4
// near: FP-INFO-005
#include "corpus.h"

enum { COUNT, SENSE, SLOT };

static MPI_Win win;

static void replace(int place, int value) {
  MPI_Accumulate(&value, 1, MPI_INT, 0, place, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
}

static void barrier(void) {
  static int sense = 0;
  const int one = 1;
  int number;
  sense = !sense;
  MPI_Fetch_and_op(&one, &number, MPI_INT, 0, COUNT, MPI_SUM, win);
  MPI_Win_flush(0, win);
  if (number == ranks - 1) {
    replace(COUNT, 0);
    replace(SENSE, sense);
    return;
  }
  for (int seen = !sense; seen != sense;) {
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, SENSE, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  }
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 3; round++) {
    const int value = 10 * rank + round, right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
    MPI_Put(&value, 1, MPI_INT, right, SLOT, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    barrier();
    REQUIRE(memory[SLOT] == 10 * left + round);
    barrier();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
