// A lock that the program builds, for many readers or one writer: a counter in which a writer counts as a thousand.
// Readers get, writers get and put.
// ranks: 3
// near: FP-RACE-001
#include "corpus.h"

enum { WRITER = 1000, ROUNDS = 6, COUNT = 3 };

static MPI_Win win;

static void add(int value) {
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
}
static void read_lock(void) {
  const int one = 1;
  for (int seen;; add(-1)) {
    MPI_Fetch_and_op(&one, &seen, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    if (seen < WRITER) return;
  }
}
static void write_lock(void) {
  const int nobody = 0, writer = WRITER;
  int seen;
  do {
    MPI_Compare_and_swap(&writer, &nobody, &seen, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  } while (seen != nobody);
}

int main(void) {
  start_mpi();
  make_window(&win, 1 + COUNT);
  MPI_Win_lock_all(0, win);
  int values[COUNT];
  for (int round = 0; round < ROUNDS; round++) {
    if (round % ranks == rank) {
      write_lock();
      MPI_Get(values, COUNT, MPI_INT, 0, 1, COUNT, MPI_INT, win);
      MPI_Win_flush(0, win);
      for (int i = 0; i < COUNT; i++) values[i]++;
      MPI_Put(values, COUNT, MPI_INT, 0, 1, COUNT, MPI_INT, win);
      MPI_Win_flush(0, win);
      add(-WRITER);
    } else {
      read_lock();
      MPI_Get(values, COUNT, MPI_INT, 0, 1, COUNT, MPI_INT, win);
      MPI_Win_flush(0, win);
      add(-1);
      for (int i = 1; i < COUNT; i++) REQUIRE(values[i] == values[0]);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
