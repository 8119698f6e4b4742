// The root has put; its broadcast orders everybody after it.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = rank == 1 ? 7 : 0;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    for (int target = 0; target < ranks; target++) MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
  }
  MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == value);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
