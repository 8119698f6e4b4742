// A put to oneself, a flush, a load.
// ranks: 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(rank, win);
  REQUIRE(memory[0] == 7);
  memory[0] = 8;
  MPI_Get(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(rank, win);
  REQUIRE(value == 8);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
