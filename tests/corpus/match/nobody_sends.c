// A receive for which there is no send. The other process has ended.
// finds: missing FP-MATCH-009
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  start_mpi();
  int value;
  if (rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(missing)
  MPI_Finalize();
  return 0;
}
