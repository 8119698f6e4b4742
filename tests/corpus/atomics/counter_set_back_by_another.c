// A process resets a counter because a message told it to. It has not fetched what the others have added.
// ranks: 3
// finds: differ FP-INFO-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  const int one = 1, nothing = 0;
  int number;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(differ)
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Fetch_and_op(&one, &number, MPI_INT, 1, 0, MPI_SUM, win);  // another counter
    MPI_Win_flush(1, win);
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Accumulate(&nothing, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(differ)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
