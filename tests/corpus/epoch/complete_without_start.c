// complete without start.
// finds: without FP-EPOCH-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) MPI_Win_complete(win);  // FINDS(without)
  MPI_Win_free(&win);
  return end_mpi();
}
