/* Starts a process that is told a number. Where the library cannot, it says so, and the program goes on. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, value = 42, code = 0;
  MPI_Comm parent, children;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return value != 42;
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int error = MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, &code);
  if (error == MPI_SUCCESS) {
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 0, 0, children);
    MPI_Comm_disconnect(&children);
  }
  const int good = error == MPI_SUCCESS ? code == MPI_SUCCESS : error == MPI_ERR_OTHER || error == MPI_ERR_SPAWN;
  printf("%s\n", good ? "good" : "wrong");
  MPI_Finalize();
  return !good;
}
