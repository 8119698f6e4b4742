// One process waits for a message that the other one sends only after freeing the window.
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int token = 0;
  MPI_Request request;
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Irecv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);  // FINDS(cycle)
    MPI_Win_free(&win);
  } else {
    MPI_Win_free(&win);  // FINDS(cycle)
    MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  return end_mpi();
}
