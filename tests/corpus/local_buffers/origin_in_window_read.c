// The origin buffer of a put lies in the window, and others get it and fetch it atomically: all only read.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(memory, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 1) MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (rank == 2) MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 0, MPI_NO_OP, win);
  MPI_Win_unlock_all(win);
  REQUIRE(rank == 0 || value == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
