// What a message fills of a bigger buffer is written by its receive, and of a nonblocking receive the whole buffer is out
// of bounds until it is complete (3.7.2).
// ranks: 3
// finds: filled FP-RACE-011
// finds: pending FP-RACE-011
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 16);
  const int value = 7, two[2] = {1, 2};
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(memory + 8, 8, MPI_INT, 2, 1, MPI_COMM_WORLD, &request);  // FINDS(pending)
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(memory, 8, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(filled)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);   // FINDS(filled:put)
    MPI_Put(&value, 1, MPI_INT, 0, 12, 1, MPI_INT, win);  // FINDS(pending:put)
  } else {
    MPI_Send(two, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(two, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
