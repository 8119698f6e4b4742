// The owner collects one message from everybody with MPI_ANY_SOURCE and MPI_ANY_TAG, then loads all.
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
    MPI_Send(NULL, 0, MPI_INT, 0, rank, MPI_COMM_WORLD);
  } else {
    for (int i = 1; i < ranks; i++) {
      MPI_Status status;
      MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      MPI_Win_sync(win);
      REQUIRE(memory[status.MPI_SOURCE] == status.MPI_TAG);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
