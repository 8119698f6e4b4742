// The owner stores under a shared lock of its own part, which keeps no reader out. (Where its lock was taken is only known
// as long as it holds it.)
// finds: race FP-RACE-002
// says: MPI_LOCK_EXCLUSIVE
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
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      pair[1] = round;  // FINDS(race:store)
      MPI_Win_unlock(0, win);
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
