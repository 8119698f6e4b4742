// Each rank puts, flushes and adds one to a counter; the owner waits until all have arrived. The last value that it
// fetches contains all the additions, so it is ordered after all of them.
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 5);  // one for each, counter
  MPI_Win_lock_all(0, win);
  if (rank > 0) {
    int one = 1;
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 4, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
  } else {
    int arrived = 0;
    while (arrived < ranks - 1) {
      MPI_Fetch_and_op(NULL, &arrived, MPI_INT, 0, 4, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    MPI_Win_sync(win);
    for (int i = 1; i < ranks; i++) REQUIRE(memory[i] == i);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
