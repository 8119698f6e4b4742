// MPI_Abort is recorded, and the trace stays readable.
// exit: any
// incomplete
#include <mpi.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // trace *: InitEnd
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 3);
  // trace 1: Abort code=3
  // never *: FinalizeBegin
  MPI_Recv(0, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // never 0: ReceiveEnd
  sleep(30);
  return 0;
}
