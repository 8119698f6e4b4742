// A rank leaves out the last nonblocking barrier. The others poll for it, and for messages: they do not wait for each
// other, as both have called it.
// ranks: 3
// finds: cycle FP-MATCH-008
// says: for MPI_Ibarrier from rank 2
// says: fix All have to make the same calls: MPI_Ibarrier is missing on rank 2 before MPI_Win_free at nonblocking_barrier_polled.c:28, or one too many on ranks 0 and 1
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  for (int round = 0; round < 3; ++round) {
    MPI_Request barrier;
    int done = 0;
    if (rank == 2 && round == 2) break;
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    while (!done) {
      int there;
      MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Win_flush(0, win);
      MPI_Win_unlock(0, win);
      MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);  // FINDS(cycle)
    }
  }
  MPI_Win_free(&win);  // FINDS(cycle)
  return end_mpi();
}
