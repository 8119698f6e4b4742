// Request-based operations are for passive target epochs only.
// finds: active FP-EPOCH-015
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Request request;
  int got;
  MPI_Win_fence(0, win);
  MPI_Rget(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &request);  // FINDS(active)
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
