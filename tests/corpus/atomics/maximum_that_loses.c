// A maximum that is too low leaves the value unchanged: a process that reads it has read what was written before.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* const memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    const int data = 7, round = 5;
    MPI_Put(&data, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&round, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MAX, win);
    MPI_Win_flush(0, win);
    MPI_Send(NULL, 0, MPI_INT, 2, 1, MPI_COMM_WORLD);
  } else if (rank == 2) {
    const int round = 3;
    MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Accumulate(&round, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MAX, win);
    MPI_Win_flush(0, win);
  } else {
    int seen = 0;
    while (seen != 5) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    REQUIRE(memory[1] == 7);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
