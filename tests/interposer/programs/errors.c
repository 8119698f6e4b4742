// A call that fails writes CallFailed instead of its End, and the program gets its error.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, class, value[4] = {0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Error_class(MPI_Send(value, 1, MPI_INT, 77, 0, MPI_COMM_WORLD), &class);
  // trace *: SendBegin call=MPI_Send destination=77
  // trace *: CallFailed name="MPI_ERR_RANK"
  if (class != MPI_ERR_RANK) return 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Send(value, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Status status;
    MPI_Error_class(MPI_Recv(value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status), &class);
    // trace 1: ReceiveBegin call=MPI_Recv source=0
    // trace 1: CallFailed name="MPI_ERR_TRUNCATE"
    if (class != MPI_ERR_TRUNCATE) return 2;
  }
  MPI_Finalize();
  // trace *: FinalizeEnd
  return 0;
}
