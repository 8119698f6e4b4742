// The message for which one process waits is sent after a barrier that the receiver has not reached.
// finds: cycle FP-MATCH-008
// says: fix Move MPI_Send at message_behind_a_barrier.c:13 before MPI_Barrier at message_behind_a_barrier.c:12
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);  // FINDS(cycle)
    MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
