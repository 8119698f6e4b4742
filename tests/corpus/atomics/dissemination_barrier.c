// A barrier that the program builds: each process increments a counter of its partners at distances 1, 2 and 4, and
// waits for its own.
// ranks: 5
// near: FP-RACE-002
#include "corpus.h"

enum { COUNTERS = 4, STEPS = 3 };

static MPI_Win counters;

static void barrier(int episode) {
  const int one = 1;
  for (int k = 0, distance = 1; distance < ranks; k++, distance *= 2) {
    const int partner = (rank + distance) % ranks;
    MPI_Accumulate(&one, 1, MPI_INT, partner, k, 1, MPI_INT, MPI_SUM, counters);
    MPI_Win_flush(partner, counters);
    int seen;
    do {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, rank, k, MPI_NO_OP, counters);
      MPI_Win_flush(rank, counters);
    } while (seen < episode);
  }
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&counters, COUNTERS);
  int* memory = make_window(&win, ranks);
  MPI_Win_lock_all(0, counters);
  MPI_Win_lock_all(0, win);
  for (int step = 1; step <= STEPS; step++) {
    const int value = step * 10 + rank;
    for (int target = 0; target < ranks; target++) MPI_Put(&value, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    barrier(2 * step - 1);
    for (int origin = 0; origin < ranks; origin++) REQUIRE(memory[origin] == step * 10 + origin);
    barrier(2 * step);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_unlock_all(counters);
  MPI_Win_free(&win);
  MPI_Win_free(&counters);
  return end_mpi();
}
