// One rank gives a null pointer for the memory of its part, which is not empty.
// ranks: 2
// finds: base FP-WINDOW-001
#include "corpus.h"

int main(void) {
  MPI_Win win = MPI_WIN_NULL;
  int memory[4] = {0, 0, 0, 0};
  start_mpi();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Win_create(rank == 1 ? NULL : memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(base)
  if (win != MPI_WIN_NULL) MPI_Win_free(&win);
  return end_mpi();
}
