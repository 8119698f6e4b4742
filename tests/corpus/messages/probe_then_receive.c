// Probe with wildcards, then receive just that message.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  if (rank > 0) {
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Send(&rank, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
  } else {
    for (int i = 1; i < ranks; i++) {
      MPI_Status status;
      int sender;
      MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      MPI_Recv(&sender, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
      REQUIRE(memory[sender] == sender);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
