// Rank 1 puts a block and raises a version; rank 2 waits for the version and gets the block. Nothing makes the next put
// wait for that get: the get already waits for the put.
// ranks: 3
// finds: race FP-RACE-001
// says: fix MPI_Put of rank 1 at next_version_does_not_wait.c:22 of the next iteration has to come after MPI_Win_flush at next_version_does_not_wait.c:37 on rank 2: rank 1 has to wait for that
#include <unistd.h>

#include "corpus.h"

enum { kBlock, kVersion, kRead, kRounds = 10 };
static MPI_Win win;

static int fetch(int at, MPI_Op op, int value) {
  int old;
  MPI_Fetch_and_op(&value, &old, MPI_INT, 0, at, op, win);
  MPI_Win_flush(0, win);
  return old;
}

static void write_blocks(void) {
  for (int round = 1; round <= kRounds; round++) {
    MPI_Put(&round, 1, MPI_INT, 0, kBlock, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(0, win);
    fetch(kVersion, MPI_REPLACE, round);
#ifdef MENDED
    while (fetch(kRead, MPI_NO_OP, 0) < round) {
    }
#endif
    usleep(2000);
  }
}

static void read_blocks(void) {
  for (int block, version = 0, last = 0; version < kRounds; last = version) {
    while ((version = fetch(kVersion, MPI_NO_OP, 0)) == last) usleep(100);
    MPI_Get(&block, 1, MPI_INT, 0, kBlock, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_flush(0, win);
#ifdef MENDED
    fetch(kRead, MPI_REPLACE, version);
    REQUIRE(block == version);
#endif
  }
}

int main(void) {
  start_mpi();
  make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  if (rank == 1) write_blocks();
  if (rank == 2) read_blocks();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
