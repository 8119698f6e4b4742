// A put and the owner's load and store of the neighboring elements.
// ranks: 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 3);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  if (rank == 1) memory[0] = memory[2] + 1;
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1) REQUIRE(memory[0] == 1 && memory[1] == 7);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
