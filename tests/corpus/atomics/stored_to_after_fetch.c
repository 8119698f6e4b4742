// A word is set atomically. A process that has fetched the new value uses the word by a store, a put and a get. The
// fetch has read the accumulate's value, so the accumulate is over, although its own process has not completed it.
// near: FP-RACE-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    const int seven = 7;
    MPI_Accumulate(&seven, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
  } else if (rank == 0) {
    int seen = 0, again = 0;
    const int eight = 8;
    while (seen != 7) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    MPI_Put(&eight, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Get(&again, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    memory[0] = again + 1;
    MPI_Win_sync(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
