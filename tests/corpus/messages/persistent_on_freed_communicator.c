// A persistent request on a communicator that the program has freed, and 300 others after it. Its message still orders.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm communicator;
  MPI_Request message;
  int token = 0, value = 5;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  if (rank == 0) {
    MPI_Send_init(&token, 1, MPI_INT, 1, 7, communicator, &message);
  } else {
    MPI_Recv_init(&token, 1, MPI_INT, 0, 7, communicator, &message);
  }
  MPI_Comm_free(&communicator);
  for (int i = 0; i < 300; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
    MPI_Comm_free(&communicator);
  }
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Start(&message);
  MPI_Wait(&message, MPI_STATUS_IGNORE);
  if (rank == 1) {
    MPI_Win_sync(win);
    if (memory[0] != 5) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Request_free(&message);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
