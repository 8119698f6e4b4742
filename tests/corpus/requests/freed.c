// The request of an Rput is freed in place of being completed.
// finds: freed FP-EPOCH-018
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // FINDS(freed)
    MPI_Request_free(&request);  // FINDS(freed)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
