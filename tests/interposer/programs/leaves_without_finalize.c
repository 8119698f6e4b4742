// A program that ends without MPI_Finalize: everything up to its end is in its trace.
// ranks: 1
// exit: any
// incomplete
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  // trace *: CollectiveBegin call=MPI_Barrier
  // trace *: CollectiveEnd
  // trace *: Signal number=0
  // never *: FinalizeBegin
  exit(0);
}
