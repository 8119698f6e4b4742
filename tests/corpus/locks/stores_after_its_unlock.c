// The owner stores one word of two after the unlock: a reader may have the lock already.
// finds: race FP-RACE-002
// says: fix The store of rank 0 at stores_after_its_unlock.c:19 has to come before MPI_Win_unlock at stores_after_its_unlock.c:18, while the lock is held
#include "corpus.h"

enum { kRounds = 10 };

int main(void) {
  MPI_Win win;
  int seen[2] = {0, 0};
  start_mpi();
  int* const pair = make_window(&win, 2);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int round = 1; round <= kRounds; ++round) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
      pair[0] = round;
      MPI_Win_unlock(0, win);
      pair[1] = round;  // FINDS(race:store)
    }
  } else {
    while (seen[1] < kRounds) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Get(seen, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // FINDS(race:get)
      MPI_Win_unlock(0, win);
    }
  }
  MPI_Win_free(&win);
  return end_mpi();
}
