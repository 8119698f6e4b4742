// A displacement unit of 0.
// finds: unit FP-WINDOW-001
#include "corpus.h"

int main(void) {
  MPI_Win win = MPI_WIN_NULL;
  static int mine[4];
  start_mpi();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Win_create(mine, sizeof mine, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(unit)
  if (win != MPI_WIN_NULL) MPI_Win_free(&win);
  return end_mpi();
}
