// One rank's size is negative. The call is still collective: the ranks' later calls match.
// ranks: 3
// finds: size FP-WINDOW-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int memory[4] = {0, 0, 0, 0}, sum = 0;
  start_mpi();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const MPI_Aint size = rank == 1 ? -(MPI_Aint)sizeof memory : (MPI_Aint)sizeof memory;
  MPI_Win_create(memory, size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(size)
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (win != MPI_WIN_NULL) MPI_Win_free(&win);
  return end_mpi();
}
