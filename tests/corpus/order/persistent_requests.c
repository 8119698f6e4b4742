// Persistent send and receive, started three times; each round is ordered by its own Wait.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Request to, back;
  int other = 1 - rank;
  MPI_Send_init(NULL, 0, MPI_INT, other, 5, MPI_COMM_WORLD, &to);
  MPI_Recv_init(NULL, 0, MPI_INT, other, 5, MPI_COMM_WORLD, &back);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= 3; round++) {
    if (rank == 0) {
      MPI_Put(&round, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      MPI_Start(&to);
      MPI_Wait(&to, MPI_STATUS_IGNORE);
      MPI_Start(&back);  // the value has been read
      MPI_Wait(&back, MPI_STATUS_IGNORE);
    } else {
      MPI_Start(&back);
      MPI_Wait(&back, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
      REQUIRE(memory[0] == round);
      MPI_Start(&to);
      MPI_Wait(&to, MPI_STATUS_IGNORE);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Request_free(&to);
  MPI_Request_free(&back);
  MPI_Win_free(&win);
  return end_mpi();
}
