// Several receives posted at once, completed by Waitany: each one orders its own sender.
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank > 0) {
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    MPI_Request requests[3];
    for (int i = 1; i < ranks; i++) MPI_Irecv(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[i - 1]);
    for (int n = 1; n < ranks; n++) {
      int i;
      MPI_Waitany(3, requests, &i, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
      REQUIRE(memory[i + 1] == i + 1);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
