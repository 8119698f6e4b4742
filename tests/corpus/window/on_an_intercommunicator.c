// A window on an intercommunicator.
// finds: communicator FP-WINDOW-002
#include "corpus.h"

int main(void) {
  MPI_Comm half, both;
  MPI_Win win = MPI_WIN_NULL;
  static int memory[4];
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank, 0, &both);
  MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int code = MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, both, &win);  // FINDS(communicator)
  REQUIRE(code != MPI_SUCCESS);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  return end_mpi();
}
