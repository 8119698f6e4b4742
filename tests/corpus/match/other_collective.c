// One process calls a broadcast where the other one calls a barrier.
// finds: calls FP-MATCH-011
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  start_mpi();
  int value = 0;
  if (rank == 0) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);  // FINDS(calls)
  if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);                      // FINDS(calls)
  return end_mpi();
}
