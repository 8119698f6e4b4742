// Only one process calls MPI_File_sync, which is collective. The two processes' later calls on the file are shifted,
// but end nevertheless: the library need not wait in these calls.
// mpi: mpich
// finds: differ FP-MATCH-011
#include "file.h"

int main(void) {
  start_mpi();
  MPI_File file = open_file(MPI_COMM_WORLD);
  if (rank == 0) MPI_File_sync(file);                    // FINDS(differ)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_atomicity(file, 1);                       // FINDS(differ)
  MPI_File_close(&file);
  return end_mpi();
}
