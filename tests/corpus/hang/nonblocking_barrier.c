// One rank waits for a nonblocking barrier that the other one starts only after a message from the first.
// finds: cycle FP-MATCH-008
// says: Rank 0 waits in MPI_Wait at nonblocking_barrier.c:15
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request barrier;
  start_mpi();
  int token = 0;
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);  // FINDS(cycle)
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
