// A receive whose request was freed takes a message that is too long for it: it has its place in matching all the same, and
// no error handler is called for it.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  int value = 7, received[4] = {0};
  if (rank == 1) {
    MPI_Request request;
    MPI_Irecv(received, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&received[2], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    REQUIRE(received[2] == value);
    MPI_Win_sync(win);
    REQUIRE(memory[0] == value);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(received, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
