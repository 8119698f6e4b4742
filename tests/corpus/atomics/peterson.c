// Peterson's lock for two processes, of atomic stores and loads: the one that may enter has read what the other wrote.
// near: FP-RACE-001
#include "corpus.h"

enum { WANTS_0, WANTS_1, TURN, COUNTER, WORDS, ROUNDS = 12 };

static MPI_Win win;

static int load(int at) {
  int value;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, at, MPI_NO_OP, win);
  MPI_Win_flush(0, win);
  return value;
}
static void store(int at, int value) {
  MPI_Accumulate(&value, 1, MPI_INT, 0, at, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
}

int main(void) {
  start_mpi();
  make_window(&win, WORDS);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < ROUNDS; round++) {
    store(rank, 1);
    store(TURN, 1 - rank);
    while (load(1 - rank) != 0 && load(TURN) == 1 - rank) continue;
    int count;
    MPI_Get(&count, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    count++;
    MPI_Put(&count, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    store(rank, 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(load(COUNTER) == 2 * ROUNDS);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
