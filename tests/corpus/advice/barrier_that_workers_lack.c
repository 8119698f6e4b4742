// The workers lack a barrier, and wait for a message that is sent after it; its sender is alone in the barrier.
// finds: hang FP-MATCH-008
// options: --hang-timeout 2
// ranks: 3
// says: fix Add MPI_Barrier(MPI_COMM_WORLD) before MPI_Recv at barrier_that_workers_lack.c:24, on ranks 1 and 2. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int sum = 0;
  start_mpi();
  const int* memory = make_window(&win, 4);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);  // FINDS(hang)
    for (int i = 1; i < ranks; i++) sum += memory[i];
    for (int i = 1; i < ranks; i++) MPI_Send(&sum, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(hang)
    REQUIRE(sum == 3);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
