// Polls for long under a lock that is taken anew each time, shared and exclusive: the last look orders as the first
// ones would, and what the lock excludes stays excluded.
// ranks: 3
#include <unistd.h>

#include "corpus.h"

enum { DATA = 1, COUNT = 2 };

// Until the value at `at` of rank 0 is `wanted`; and the data after it.
static int await(int type, int wanted, MPI_Win win) {
  int got[3] = {0};
  do {
    MPI_Win_lock(type, 0, 0, win);
    MPI_Get(got, 3, MPI_INT, 0, 0, 3, MPI_INT, win);
    MPI_Win_unlock(0, win);
  } while (got[0] != wanted);
  return got[DATA];
}

static void count(MPI_Win win) {
  int got;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Get(&got, 1, MPI_INT, 0, COUNT, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  got++;
  MPI_Put(&got, 1, MPI_INT, 0, COUNT, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
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
      REQUIRE(await(rank == 1 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, round, win) == 10 * round);
      count(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    REQUIRE(memory[COUNT] == 6);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
