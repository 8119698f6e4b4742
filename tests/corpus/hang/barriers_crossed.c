// Two communicators, and their barriers in different orders.
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
// says: on MPI_COMM_WORLD for rank 1, which has not come to this call
// says: on the communicator of MPI_Comm_dup at barriers_crossed.c:14 for rank 0, which has not come to this call
// says: fix Move MPI_Barrier at barriers_crossed.c:20 before MPI_Barrier at barriers_crossed.c:19
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  MPI_Comm copy;
  make_window(&win, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);  // FINDS(cycle)
    MPI_Barrier(copy);
  } else {
    MPI_Barrier(copy);  // FINDS(cycle)
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Comm_free(&copy);
  MPI_Win_free(&win);
  return end_mpi();
}
