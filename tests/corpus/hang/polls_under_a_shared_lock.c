// One rank polls its own word under a shared lock of itself; the other one needs an exclusive lock to change it.
// finds: cycle FP-MATCH-008
// says: Rank 1 must not hold the lock that rank 0 needs
// options: --hang-timeout 3
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int one = 1, token = 0;
  int* memory = make_window(&win, 1);
  if (rank == 0) {
    MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);  // FINDS(cycle)
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(1, win);
  } else {
    MPI_Win_lock_all(0, win);
    MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    do {
      MPI_Win_sync(win);  // FINDS(cycle)
      usleep(100);
    } while (*(volatile int*)memory == 0);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
