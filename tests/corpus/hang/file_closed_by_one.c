// One process closes the file, the other one waits for a message from it.
// finds: missing FP-MATCH-008
// options: --hang-timeout 2
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_File file;
  int number = (int)getpid(), value = 0;
  char name[64];
  start_mpi();
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "/tmp/fencepost-test-%d", number);
  REQUIRE(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                        MPI_INFO_NULL, &file) == MPI_SUCCESS);
  if (rank == 0) {
    MPI_File_close(&file);  // FINDS(missing)
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(missing)
    MPI_File_close(&file);
  }
  return end_mpi();
}
