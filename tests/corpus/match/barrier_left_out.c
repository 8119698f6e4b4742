// One process leaves out the last of three barriers.
// ranks: 3
// finds: missing FP-MATCH
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  start_mpi();
  for (int i = 0; i < 2; i++) MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 1) MPI_Barrier(MPI_COMM_WORLD);  // FINDS(missing)
  int value = 0;
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(missing)
  return end_mpi();
}
