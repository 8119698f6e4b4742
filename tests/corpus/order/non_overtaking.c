// Two messages with the same tag: the first receive pairs with the first send.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2; i++) {
    if (rank == 0) {
      int value = 7 + i;
      MPI_Put(&value, 1, MPI_INT, 1, i, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
      REQUIRE(memory[i] == 7 + i);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
