// Polls for long under MPI_Win_lock_all that is called anew each time: by gets, by gets and loads of the own part. The
// last look orders as the first ones would, and what the lock excludes stays excluded.
// ranks: 3
#include <unistd.h>

#include "corpus.h"

enum { DATA = 1, COUNT = 2, OWN = 3 };

// Until the value at `at` of rank 0 is `wanted`; and the data after it.
static int await(int wanted, int* memory, MPI_Win win) {
  int got[3] = {0}, own = 0;
  do {
    MPI_Win_lock_all(0, win);
    MPI_Get(got, 3, MPI_INT, 0, 0, 3, MPI_INT, win);
    if (rank == 2) own += memory[OWN];
    MPI_Win_unlock_all(win);
  } while (got[0] != wanted);
  REQUIRE(own >= 0);
  return got[DATA];
}

// Under a lock of all it begins to do more than to look.
static void put_own(int round, MPI_Win win) {
  MPI_Win_lock_all(0, win);
  MPI_Put(&round, 1, MPI_INT, rank, COUNT, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  for (int round = 1; round < 4; round++) {
    if (rank == 0) {
      for (int i = 0; i < 20; i++) usleep(5000);
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
      memory[DATA] = 10 * round;
      memory[0] = round;
      MPI_Win_unlock(0, win);
    } else {
      REQUIRE(await(round, memory, win) == 10 * round);
      put_own(round, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank != 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    REQUIRE(memory[COUNT] == 3);
    MPI_Win_unlock(rank, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
