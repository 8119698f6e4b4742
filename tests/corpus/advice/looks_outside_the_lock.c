// In each round a rank counts under the exclusive lock, and the owner reads the count without it. Nothing holds the
// other one back in the next round: the lock would, as everywhere else.
// finds: race FP-RACE-002
// says: of the next iteration has to come after the load of rank 0 at looks_outside_the_lock.c:26: rank 1 has to wait for that, by a message or barrier; or if it does not matter which of the two comes first, the exclusive lock of rank 0 on the window of MPI_Win_allocate at corpus.h:21 has to be held around the load of rank 0 at looks_outside_the_lock.c:26 as well.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  const int* counter = make_window(&win, 1);
  int count = 0;
  for (int round = 1; round <= 5; round++) {
    if (rank == 1) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
      MPI_Get(&count, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_flush(0, win);
      count++;
      MPI_Put(&count, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_unlock(0, win);
      MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef MENDED
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
#endif
      count = *counter;  // FINDS(race:load)
#ifdef MENDED
      MPI_Win_unlock(0, win);
#endif
    }
    if (count < round) return 1;
  }
  MPI_Win_free(&win);
  return end_mpi();
}
