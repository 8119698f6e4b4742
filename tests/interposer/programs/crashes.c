// A process that dies of a signal records that in its trace, and dies of the signal.
// exit: fails
// incomplete
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  // trace *: CollectiveBegin call=MPI_Barrier
  // trace *: CollectiveEnd
  if (rank == 1) *(volatile int*)NULL = 1;
  // trace 1: Signal number=11
  MPI_Barrier(MPI_COMM_WORLD);
  // trace 0: CollectiveBegin call=MPI_Barrier
  return 0;
}
