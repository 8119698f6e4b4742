// Creating another window is collective over its communicator and orders what came before.
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7, more[4];
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_create(more, sizeof more, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  REQUIRE(memory[0] == 7);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
