// Each process puts and takes a number with fetch-and-add; the one that gets the last number knows that all have put.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);  // one for each, counter
  int one = 1, number, values[3];
  MPI_Win_lock_all(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Fetch_and_op(&one, &number, MPI_INT, 0, 3, MPI_SUM, win);
  MPI_Win_flush(0, win);
  if (number == ranks - 1) {
    MPI_Get(values, 3, MPI_INT, 0, 0, 3, MPI_INT, win);
    MPI_Win_flush(0, win);
    for (int i = 0; i < ranks; i++) REQUIRE(values[i] == i);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
