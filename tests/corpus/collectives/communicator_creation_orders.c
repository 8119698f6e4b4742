// Creating a communicator needs all its members: it orders like a barrier.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm copy;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == 7);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&copy);
  return end_mpi();
}
