// Mprobe takes a message out of matching; Mrecv receives it after a later message of the same sender was received.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < 2; i++) {
      int value = 7 + i;
      MPI_Put(&value, 1, MPI_INT, 1, i, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
  } else {
    MPI_Message first;
    int value;
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    REQUIRE(value == 8 && memory[1] == 8 && memory[0] == 7);
    MPI_Mrecv(&value, 1, MPI_INT, &first, MPI_STATUS_IGNORE);
    REQUIRE(value == 7);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
