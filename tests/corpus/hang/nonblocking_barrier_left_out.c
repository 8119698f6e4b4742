// A rank leaves out a nonblocking barrier and goes on to free the window: the barrier is missing, not the wait.
// ranks: 3
// finds: cycle FP-MATCH-008
// says: Rank 0 waits in MPI_Wait at nonblocking_barrier_left_out.c:16 for MPI_Ibarrier of rank 2.
// says: fix All have to make the same calls: MPI_Ibarrier is missing on rank 2 before MPI_Win_free at nonblocking_barrier_left_out.c:18, or one too many on ranks 0 and 1
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request barrier = MPI_REQUEST_NULL;
  start_mpi();
  make_window(&win, 1);
  if (rank != 2) {
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);  // FINDS(cycle)
  }
  MPI_Win_free(&win);  // FINDS(cycle)
  return end_mpi();
}
